// Draws what changed from one document to another.
import { showCompared } from '../../engine/comparison/annotate.ts'
import type { Compared, View as Side } from '../../engine/comparison/comparison.ts'
import { countWords } from '../../engine/comparison/words.ts'
import type { Document } from '../../engine/document.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
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

export async function drawChanges(before: Version, after: Version, view: 'inline' | 'sides'): Promise<Drawn> {
  const compared = await compareAsync(before.document, after.document)
  const surroundings = await surroundingsOf(before, after)
  const entries = joinSame(compared)
  const sides: Side[] = view === 'inline' ? ['both'] : ['before', 'after']
  const drawn: Html[][] = []
  for (const side of sides) drawn.push(await drawSide(entries, side, surroundings))
  const changed = compared.filter(({ kind }) => kind !== 'same' && kind !== 'left')
  const parts = entries.flatMap(({ kind, entries: own }, at): PartJson[] => {
    const html = drawn.map((pieces) => pieces[at]!.text)
    if (view === 'inline') return kind === 'left' ? [] : [{ kind, blocks: own.length, html: html[0]! }]
    return [{ kind, blocks: own.length, before: html[0]!, after: html[1]! }]
  })
  return { changes: changed.length, words: countWords(compared), parts }
}

/** What a document refers to may be in one version alone. */
async function surroundingsOf(before: Version, after: Version): Promise<Surroundings> {
  const { surroundings: old } = await loadSurroundings(before.place, before.document)
  const { surroundings: now } = await loadSurroundings(after.place, after.document)
  return {
    ...now,
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

/** The HTML of each run. The last one has the notes. */
async function drawSide(runs: readonly Run[], side: Side, surroundings: Surroundings): Promise<Html[]> {
  const blocks = runs.map(({ entries }) => entries.flatMap((entry) => showCompared(entry, side)))
  const pieces = drawPieces({ object: 'document', data: {}, nodes: blocks.flat() }, surroundings)
  const drawn: Html[][] = []
  for (const { length } of blocks) {
    const own: Html[] = []
    for (let at = 0; at < length; at++) {
      own.push(pieces.next().value as Html)
      await yieldToEventLoop()
    }
    drawn.push(own)
  }
  drawn.at(-1)?.push(...pieces)
  return drawn.map(join)
}
