// Presents conflicts: documents in the requested format, pages with title and path, positions with their parent page.
import { loadObjects } from '../../db/objects.ts'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Conflict } from '../../engine/merge/conflict.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import type { PageLocation } from '../../engine/tree/records.ts'
import type { Fence } from '../../markdown/index.ts'
import type { ConflictJson } from '../../shapes/conflicts.ts'
import { toDocument } from '../documents/index.ts'
import { loadMarkdown, loadStoredDocument, readContent } from '../revisions/index.ts'

/** The title and path of a page, as replies show them. */
export interface PageName {
  id: string
  title: string
  path: string
}

/** A conflict as it is stored: the engine's conflict, and the page's name at that time. */
export type StoredConflict = Conflict & { page?: PageName }

export interface ConflictOptions {
  /** Stored content whose pages give the conflicts their titles and paths. */
  root: Hash
  format?: 'document' | 'markdown' | undefined
  /** Code fence languages that stand for integration blocks. */
  fences?: readonly Fence[]
  /** Documents that are not stored. With them, documents are shown with all blocks. */
  written?: ReadonlyMap<Hash, Document>
}

/** What a conflict is about itself: when it was found, and whether it is resolved. */
export type ConflictFrame = Pick<ConflictJson, 'id' | 'status' | 'resolution' | 'createdAt' | 'resolvedAt'>

const SIDES = ['base', 'ours', 'theirs'] as const
const KINDS = {
  page: 'page',
  file: 'file',
  reusableContent: 'reusable-content',
  tag: 'tag',
  variable: 'variable',
} as const

export async function presentConflicts(
  db: Db,
  conflicts: readonly (ConflictFrame & { conflict: StoredConflict })[],
  options: ConflictOptions,
): Promise<ConflictJson[]> {
  const found = conflicts.map(({ conflict }) => conflict)
  const names = await readContent(db, namePages(options.root, pagesIn(found)))
  const stored = found.flatMap(documentsIn).filter((hash) => !options.written?.has(hash))
  await loadObjects(db, stored) // one query, which fills the cache for the reads below
  const shown: ConflictJson[] = []
  for (const { conflict, ...frame } of conflicts) {
    shown.push({
      object: 'change-request-conflict',
      ...frame,
      kind: conflict.kind,
      target: { kind: KINDS[conflict.on], id: conflict.id },
      field: conflict.field,
      page: names.get(conflict.id) ?? conflict.page,
      ...(await showSides(db, conflict, options)),
      blocks: options.format === 'markdown' ? undefined : conflict.blocks,
    })
  }
  return shown
}

export const pagesIn = (conflicts: readonly Conflict[]): string[] =>
  conflicts.filter(({ on }) => on === 'page').map(({ id }) => id)

/** The titles and paths of these pages in the content at `root`. */
export function* namePages(root: Hash, ids: readonly string[]): Reading<Map<string, PageName>> {
  const tree = openTree(root)
  const names = new Map<string, PageName>()
  for (const page of yield* findPages(tree, [...new Set(ids)])) {
    names.set(page.id, { id: page.id, title: page.title, path: yield* pathOf(tree, page) })
  }
  return names
}

type Recorded = { document?: Hash; blob?: string } & Partial<PageLocation>

function documentsIn(conflict: Conflict): Hash[] {
  const hashes = SIDES.map((side) =>
    isAboutDocument(conflict)
      ? (conflict[side] as Hash | undefined)
      : (conflict[side] as Recorded | undefined)?.document,
  )
  return hashes.filter((hash) => hash !== undefined)
}

/** True if the sides of the conflict are documents. */
export const isAboutDocument = ({ field }: Conflict): boolean => field === 'document'

async function showSides(db: Db, conflict: Conflict, options: ConflictOptions) {
  const shown: Pick<ConflictJson, (typeof SIDES)[number]> = {}
  for (const side of SIDES) {
    if (conflict[side] !== undefined) shown[side] = await showSide(db, conflict, conflict[side], options)
  }
  return shown
}

async function showSide(db: Db, conflict: Conflict, value: unknown, options: ConflictOptions): Promise<unknown> {
  if (isAboutDocument(conflict)) return showDocument(db, value as Hash, options)
  if (conflict.kind === 'deleted') return showRecord(db, value as Recorded, options)
  if (conflict.kind !== 'moved' && conflict.kind !== 'cycle') return value
  const { parent, position } = value as PageLocation
  return parent === '' ? { position } : { parent, position }
}

// A variable is a plain value. Everything else is a record, shown without its internal fields.
async function showRecord(db: Db, record: Recorded, options: ConflictOptions): Promise<unknown> {
  if (typeof record !== 'object') return record
  const { document, parent: _parent, position: _position, blob: _blob, ...fields } = record
  return document === undefined ? fields : { ...fields, ...(await showDocument(db, document, options)) }
}

async function showDocument(db: Db, hash: Hash, { root, format, fences = [], written }: ConflictOptions) {
  if (format === 'markdown')
    return { markdown: await loadMarkdown(db, { name: root, tree: openTree(root) }, hash, { fences }) }
  return written
    ? { document: toDocument(written.get(hash) ?? (await loadStoredDocument(db, hash)), 'next') }
    : { document: toDocument(await loadStoredDocument(db, hash)) }
}
