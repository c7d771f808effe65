// Draws what changed from one document to another.
import { showCompared } from '../../engine/comparison/annotate.ts'
import type { Compared, View as Side } from '../../engine/comparison/comparison.ts'
import { countWords } from '../../engine/comparison/words.ts'
import type { Block, Document } from '../../engine/document.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { directionIn } from '../../render/direction.ts'
import { drawPieces, ENGLISH_CHANGES, type Html, join, type Surroundings } from '../../render/html/index.ts'
import type { DocumentChangesJson, PartJson } from '../../shapes/document-changes.ts'
import { compareAsync } from '../documents/index.ts'
import type { Place } from './place.ts'
import { loadSurroundings } from './surroundings.ts'

/** A version of a document, and where it is. */
export interface Version {
  place: Place
  document: Document
}

type Drawn = Pick<DocumentChangesJson, 'changes' | 'words' | 'parts'>

export interface DrawnParts {
  view?: 'inline' | 'sides' | undefined
  /** `counted`: what did not change is not drawn. */
  unchanged?: 'drawn' | 'counted' | undefined
  /** Only the part at this place. */
  part?: number | undefined
}

export async function drawChanges(before: Version, after: Version, wished: DrawnParts): Promise<Drawn> {
  const { view = 'inline', part } = wished
  const compared = await compareAsync(before.document, after.document)
  const runs = joinSame(view === 'inline' ? compared.filter(({ kind }) => kind !== 'left') : compared)
  const isDrawn = (run: Run) =>
    part === undefined ? run.kind !== 'same' || wished.unchanged !== 'counted' : run === runs[part]
  const surroundings = await surroundingsOf(before, after, runs.filter(isDrawn))
  const drawn: Map<Run, string>[] = []
  for (const side of view === 'inline' ? (['both'] as const) : (['before', 'after'] as const)) {
    const noteName = `note-${side}-${part ?? ''}`
    // Comments name blocks by their keys, and are about the later version.
    drawn.push(await drawSide(runs, isDrawn, side, { ...surroundings, noteName, hasKeys: side !== 'before' }))
  }
  const parts = runs.map((run): PartJson => {
    const { kind, entries } = run
    if (!isDrawn(run)) return { kind, blocks: entries.length }
    const [html, other] = drawn.map((side) => side.get(run)!)
    return { kind, blocks: entries.length, ...(view === 'inline' ? { html } : { before: html, after: other }) }
  })
  const changed = compared.filter(({ kind }) => kind !== 'same' && kind !== 'left')
  const listed = part === undefined ? parts : parts.slice(part, part + 1)
  return { changes: changed.length, words: countWords(compared), parts: listed }
}

/** What the drawn blocks refer to, which may be in one version alone. */
async function surroundingsOf(before: Version, after: Version, runs: readonly Run[]): Promise<Surroundings> {
  const entries = runs.flatMap((run) => run.entries)
  const of = ({ document }: Version, nodes: Block[]) => ({ ...document, nodes })
  const [were, are] = [entries.flatMap(blocksBefore), entries.flatMap(blocksAfter)]
  const { surroundings: old } = await loadSurroundings(before.place, of(before, were))
  const { surroundings: now } = await loadSurroundings(after.place, of(after, are))
  return {
    ...now,
    direction: directionIn(after.document) ?? 'ltr',
    changes: ENGLISH_CHANGES,
    target: (ref) => now.target(ref) ?? old.target(ref),
    file: (id) => now.file(id) ?? old.file(id),
    formula: (tex, isBlock) => now.formula(tex, isBlock) ?? old.formula(tex, isBlock),
    highlight: (code, syntax) => now.highlight(code, syntax) ?? old.highlight(code, syntax),
    embed: (url) => now.embed(url) ?? old.embed(url),
    operation: (block) => now.operation(block) ?? old.operation(block),
    schema: (block, name) => now.schema(block, name) ?? old.schema(block, name),
  }
}

const blocksBefore = (entry: Compared): Block[] => {
  if ('before' in entry) return [entry.before]
  return entry.kind === 'removed' || entry.kind === 'left' ? [entry.block] : []
}

const blocksAfter = (entry: Compared): Block[] => {
  if ('after' in entry) return [entry.after]
  return entry.kind === 'added' || entry.kind === 'same' ? [entry.block] : []
}

interface Run {
  kind: Compared['kind']
  entries: Compared[]
}

function joinSame(compared: readonly Compared[]): Run[] {
  const runs: Run[] = []
  for (const entry of compared) {
    const last = runs.at(-1)
    if (entry.kind === 'same' && last?.kind === 'same') last.entries.push(entry)
    else runs.push({ kind: entry.kind, entries: [entry] })
  }
  return runs
}

/** The HTML of the drawn runs. The last one has the notes. */
async function drawSide(
  runs: readonly Run[],
  isDrawn: (run: Run) => boolean,
  side: Side,
  surroundings: Surroundings,
): Promise<Map<Run, string>> {
  const blocks = new Map(runs.map((run) => [run, run.entries.flatMap((entry) => showCompared(entry, side))]))
  const nodes = [...blocks.values()].flat()
  const chosen = [...blocks].filter(([run]) => isDrawn(run))
  const shown = chosen.flatMap(([, own]) => own)
  const pieces = drawPieces({ object: 'document', data: {}, nodes }, surroundings, shown)
  const drawn: [Run, Html[]][] = []
  for (const [run, { length }] of chosen) {
    const own: Html[] = []
    for (let at = 0; at < length; at++) {
      own.push(pieces.next().value as Html)
      await yieldToEventLoop()
    }
    drawn.push([run, own])
  }
  drawn.at(-1)?.[1].push(...pieces)
  return new Map(drawn.map(([run, own]) => [run, join(own).text]))
}
