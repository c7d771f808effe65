// Comment targets: a page, a block, words of it, or a table cell. A target is looked up by id in the current content, so a comment
// follows its target. A snapshot taken at posting time is presented once the target is gone.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import type { Document, Node } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { findWords, isThere as hasWords, lineOf, type WordRange, wordsIn } from '../../engine/ranges.ts'
import type { Reading } from '../../engine/reading.ts'
import { textOf } from '../../engine/text.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPages } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { walk } from '../../engine/walk.ts'
import { invalid, problem } from '../../errors.ts'
import { clip } from '../../lib/text.ts'
import type { Comment, NewComment } from '../../shapes/comments.ts'
import { readContent } from '../revisions/index.ts'

const PREVIEW_LENGTH = 1000

type Target = Static<typeof Comment>['target']
type Cell = NonNullable<Target['tableCell']>
type NewTarget = Pick<Static<typeof NewComment>, 'page' | 'node' | 'range' | 'tableCell'>
export type TargetColumns = Pick<Row<'comments'>, 'page_id' | 'node_id' | 'table_cell' | 'node_range' | 'target_then'>

/** The state of the target when the comment was posted. */
interface TargetSnapshot {
  page: Omit<NonNullable<Target['page']>, 'outdated' | 'id'>
  preview?: string | undefined
}

export const NO_TARGET: TargetColumns = {
  page_id: null,
  node_id: null,
  table_cell: null,
  node_range: null,
  target_then: null,
}

/** Validates the target of a new comment. A target that is not in the content is a 404. */
export async function readTarget(db: Db, root: () => Promise<Hash>, written: NewTarget): Promise<TargetColumns> {
  const { page, node, range, tableCell } = written
  refuseIncomplete(written)
  if (page === undefined) return NO_TARGET
  const target = {
    page_id: page,
    node_id: node ?? null,
    table_cell: tableCell ? JSON.stringify(tableCell) : null,
    node_range: null,
    target_then: null,
  }
  const found = await readContent(db, readTargets(openTree(await root()), [target]))
  const shown = presentTarget(target, found)
  if (!shown.page || shown.page.outdated) throw problem('notFound')
  const { outdated: _outdated, id: _id, ...then } = shown.page
  const words = range && locate(range, findNode(target, found)!)
  return {
    ...target,
    node_range: words ? JSON.stringify(words) : null,
    target_then: JSON.stringify({ page: then, preview: shown.node?.preview } satisfies TargetSnapshot),
  }
}

/** The words in the node as it is now. If they have moved since the caller read it, they are found by what they say. */
function locate({ start, end, quote }: NonNullable<NewTarget['range']>, node: Node): WordRange {
  const line = lineOf(node)
  if (line === undefined) throw invalid({ path: 'range', message: 'needs a node with a line of text' })
  const there = line.slice(start, end)
  if (quote === undefined && (start >= end || end > line.length))
    throw invalid({ path: 'range', message: 'is not in the text of the node' })
  if (quote === undefined || there === quote) return { start, end, quote: there }
  const found = findWords(line, quote, start)
  if (!found) throw problem('notFound')
  return found
}

function refuseIncomplete({ page, node, range, tableCell }: NewTarget): void {
  if (node !== undefined && page === undefined) throw invalid({ path: 'page', message: 'is required with node' })
  if (tableCell && node === undefined) throw invalid({ path: 'node', message: 'is required with tableCell' })
  if (range && node === undefined) throw invalid({ path: 'node', message: 'is required with range' })
  if (range && tableCell) throw invalid({ path: 'range', message: 'cannot be combined with tableCell' })
}

type ShownTarget = Pick<Target, 'node' | 'tableCell' | 'page'>

/** Loads the targets of these comments from the content at `root` in one pass. */
export async function loadTargets(db: Db, root: Hash, rows: readonly TargetColumns[]): Promise<ShownTarget[]> {
  const found = await readContent(db, readTargets(openTree(root), rows))
  return rows.map((row) => presentTarget(row, found))
}

interface Found {
  pages: ReadonlyMap<string, Page>
  /** The nodes of each document by key, listed once for all comments on it. */
  nodes: ReadonlyMap<Hash, ReadonlyMap<string, Node>>
}

function* readTargets(tree: Tree, rows: readonly TargetColumns[]): Reading<Found> {
  const ids = [...new Set(rows.flatMap(({ page_id }) => page_id ?? []))]
  const pages = yield* readWithAncestors(tree, ids)
  const hashes = rows.flatMap(({ page_id, node_id }) => (node_id === null ? [] : (pages.get(page_id!)?.document ?? [])))
  const documents = hashes.length === 0 ? new Map() : yield [...new Set(hashes)]
  const nodes = [...(documents as ReadonlyMap<Hash, Document>)].map(([hash, each]) => [hash, nodesOf(each)] as const)
  return { pages, nodes: new Map(nodes) }
}

/** Reads these pages and their ancestors, one level per step. */
function* readWithAncestors(tree: Tree, ids: readonly string[]): Reading<Map<string, Page>> {
  const pages = new Map<string, Page>()
  let missing = ids
  while (missing.length > 0) {
    const found = yield* findPages(tree, missing)
    for (const page of found) pages.set(page.id, page)
    missing = [...new Set(found.map(({ parent }) => parent))].filter((id) => id !== '' && !pages.has(id))
  }
  return pages
}

function presentTarget(row: TargetColumns, found: Found): ShownTarget {
  if (row.page_id === null) return {}
  const { pages } = found
  const page = pages.get(row.page_id)
  const then = row.target_then === null ? undefined : (JSON.parse(row.target_then) as TargetSnapshot)
  const cell = row.table_cell === null ? undefined : (JSON.parse(row.table_cell) as Cell)
  const range = row.node_range === null ? undefined : (JSON.parse(row.node_range) as WordRange)
  const node = findNode(row, found)
  const hasParts = node !== undefined && (!cell || hasCell(node, cell)) && (!range || hasWords(range))
  const isThere = page !== undefined && (row.node_id === null || hasParts)
  const shown = page ? describePage(page, pages) : (then?.page ?? { title: row.page_id, path: '' })
  const preview = node ? clip(textOf(node), PREVIEW_LENGTH) : then?.preview
  return {
    page: { id: row.page_id, ...shown, outdated: !isThere },
    node: row.node_id === null ? undefined : { id: row.node_id, preview, range: range && presentRange(range) },
    tableCell: cell,
  }
}

const findNode = ({ page_id, node_id }: TargetColumns, { pages, nodes }: Found): Node | undefined =>
  node_id === null ? undefined : nodes.get(pages.get(page_id!)?.document ?? '')?.get(node_id)

const presentRange = (range: WordRange) => ({ start: range.start, end: range.end, quote: wordsIn(range) })

function describePage(page: Page, pages: ReadonlyMap<string, Page>): TargetSnapshot['page'] {
  const { title, emoji, icon, createdAt, updatedAt } = page
  return { title, emoji, icon, createdAt, updatedAt, path: pathAmong(page, pages) }
}

function pathAmong(page: Page, pages: ReadonlyMap<string, Page>): string {
  const above = pages.get(page.parent)
  return page.ownPath ?? [above && pathAmong(above, pages), page.slug].filter(Boolean).join('/')
}

function hasCell(node: Node, { record, definition }: Cell): boolean {
  const { records = {}, definition: columns = {} } = (('data' in node && node.data) || {}) as Record<string, object>
  return Object.hasOwn(records, record) && Object.hasOwn(columns, definition)
}

/** The nodes of a document by key. */
function nodesOf(document: Document): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>()
  for (const { node } of walk(document)) if (node.key !== undefined && !nodes.has(node.key)) nodes.set(node.key, node)
  return nodes
}
