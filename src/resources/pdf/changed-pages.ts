// The pages that a change request changes, each with both versions in one document: marks and blocks say what changed.
import type { Db } from '../../db/tables.ts'
import { compareAsync } from '../../domain/documents/index.ts'
import { type DocumentHolder, loadDocument, readInSteps, type View } from '../../domain/revisions/index.ts'
import { showCompared } from '../../engine/comparison/annotate.ts'
import { type AttributeChange, changeOf } from '../../engine/comparison/change.ts'
import { isContentRef } from '../../engine/content-ref.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Block, Document, Inline, Text } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { findPage, type PageNode } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { EMPTY_DOCUMENT, type Nested } from '../../engine/walk.ts'
import type { SelectedPage } from './page-selection.ts'

export interface ComparedViews {
  before: View
  after: View
}

/** In the order of the table of contents; those that are gone come last. */
export async function selectChanged(
  db: Db,
  roots: { before: Hash; after: Hash },
  pages: readonly PageNode[],
): Promise<SelectedPage[]> {
  const { page: changed } = await readInSteps(db, diffTrees(roots.before, roots.after))
  const ids = new Set(changed.map(({ id }) => id))
  const flat = (nodes: readonly PageNode[]): Page[] => nodes.flatMap(({ page, pages: own }) => [page, ...flat(own)])
  const there = flat(pages).filter(({ id }) => ids.has(id))
  const gone = changed.flatMap(({ before, after }) => (before && !after ? [before] : []))
  return [...there, ...gone].map((page) => ({ page, level: 0 }))
}

/** Undefined if readers see neither version. */
export async function compareVersions(db: Db, views: ComparedViews, id: string): Promise<Document | undefined> {
  const [was, is] = [await findIn(db, views.before, id), await findIn(db, views.after, id)]
  if (!was && !is) return undefined
  const blocks = await compareText(db, views, was, is)
  if (!was || !is) return { ...EMPTY_DOCUMENT, nodes: blocks }
  const within = [await titleAround(db, views.before, was), await titleAround(db, views.after, is)] as const
  return { ...EMPTY_DOCUMENT, nodes: [...changesOfPage(was, is, within), ...blocks] }
}

/** The texts of two versions in one. One that is new or gone is marked as a whole. */
export async function compareText(
  db: Db,
  views: ComparedViews,
  was: DocumentHolder | undefined,
  is: DocumentHolder | undefined,
): Promise<Block[]> {
  const before = was ? await loadDocument(db, views.before, was) : EMPTY_DOCUMENT
  const after = is ? await loadDocument(db, views.after, is) : EMPTY_DOCUMENT
  if (!was || !is) return [changed(is ? 'added' : 'removed', [], (is ? after : before).nodes)]
  return (await compareAsync(before, after)).flatMap((entry) => showCompared(entry, 'both')).map(written)
}

const findIn = (db: Db, { tree }: View, id: string) => readInSteps(db, findPage(tree, id))

/** The title of the page that a page is in. */
async function titleAround(db: Db, view: View, page: Page): Promise<string> {
  const parent = page.parent === undefined ? undefined : await findIn(db, view, page.parent)
  return parent?.title ?? 'Top level'
}

const SAID = ['title', 'description', 'slug'] as const

function changesOfPage(was: Page, is: Page, [before, after]: readonly [string, string]): Block[] {
  const notes: AttributeChange[] = SAID.filter((name) => was[name] !== is[name]).map((name) => ({
    name,
    before: was[name],
    after: is[name],
  }))
  if (was.parent !== is.parent) return [changed('moved', [{ name: 'within', before, after }, ...notes])]
  return notes.length > 0 ? [changed('edited', notes)] : []
}

export const changed = (kind: string, notes: readonly AttributeChange[], nodes: Block[] = []): Block => ({
  object: 'block',
  type: 'changed',
  isVoid: false,
  data: { kind, notes: notes.map(noteOf) },
  nodes,
})

const noteOf = ({ name, before, after }: AttributeChange) => ({ name, before: said(before), after: said(after) })

const MAX_SAID = 200

/** Undefined for what cannot be said in a few words. */
function said(value: unknown): string | undefined {
  if (value === undefined || value === null) return ''
  if (isContentRef(value) && value.kind === 'url') return value.url.slice(0, MAX_SAID)
  return typeof value === 'object' ? undefined : String(value).slice(0, MAX_SAID)
}

/** Changes are beside the nodes they are about, where JSON loses them: writes them into the document. */
function written(block: Block): Block {
  const change = changeOf(block)
  const inside = { ...block, ...writtenChildren(block) }
  if (block.type === 'code') inside.nodes = writtenLines((block.nodes ?? []) as Block[])
  if (block.type === 'images') return writtenImages(inside, (block.nodes ?? []) as Block[])
  if (!change) return inside
  if (block.type === 'image') return inside
  const former = change.was ? [changed('removed', [], [change.was])] : []
  return changed(change.kind, change.attributes ?? [], [...former, inside])
}

function writtenChildren<T extends Block | Inline>({ nodes, fragments }: T): Partial<T> {
  return {
    ...(nodes && { nodes: (nodes as Nested[]).map(writtenInside) }),
    ...(fragments && { fragments: fragments.map((each) => ({ ...each, nodes: each.nodes.map(written) })) }),
  } as Partial<T>
}

/** Pictures are drawn by the block around them, which says what changed of them. */
function writtenImages(images: Block, pictures: readonly Block[]): Block {
  const changes = pictures.flatMap((each) => changeOf(each) ?? [])
  if (changes.length === 0) return images
  const former = changes.flatMap(({ was }) => (was ? [changed('removed', [], [{ ...images, nodes: [was] }])] : []))
  const kind = changes.length === pictures.length && changes.every((each) => each.kind === changes[0]!.kind)
  const notes = changes.flatMap(({ attributes = [] }) => attributes)
  return changed(kind ? changes[0]!.kind : 'edited', notes, [...former, images])
}

function writtenInside(node: Nested): Nested {
  if (node.object === 'block') return written(node)
  if (node.object === 'text') return withMarks(node)
  return node.object === 'inline' ? writtenInline(node) : node
}

function writtenInline(inline: Inline): Inline {
  const change = changeOf(inline)
  const inside = { ...inline, ...writtenChildren(inline) }
  return change
    ? { object: 'inline', type: 'changed', isVoid: false, data: { kind: change.kind }, nodes: [inside] }
    : inside
}

const withMarks = (text: Text): Text => ({
  ...text,
  leaves: text.leaves.map((leaf) => ({
    ...leaf,
    marks: leaf.marks.map((mark) => {
      const change = changeOf(mark)
      return change ? { object: 'mark', type: 'changed', data: { kind: change.kind } } : mark
    }),
  })),
})

const SIGNS: Record<string, string> = { added: '+ ', removed: '− ' }

/** The lines of a code in which some changed: a column in front of them says which. */
function writtenLines(lines: readonly Block[]): Block[] {
  const changes = lines.map((line) => changeOf(line)?.kind)
  if (changes.every((kind) => kind === undefined)) return lines.map((line) => ({ ...line, ...writtenChildren(line) }))
  return lines.map((line, at) => {
    const kind = changes[at]
    const data = kind ? { ...line.data, change: kind } : line.data
    return withSign({ ...line, ...writtenChildren(line), ...(data && { data }) }, SIGNS[kind ?? ''] ?? '  ')
  })
}

const withSign = (line: Block, sign: string): Block => ({
  ...line,
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: sign, marks: [] }] }, ...(line.nodes ?? [])] as never,
})
