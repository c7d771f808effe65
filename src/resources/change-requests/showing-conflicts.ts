// How replies show conflicts: documents in the asked format, pages by their title and path, places by the page around.
import { loadObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Conflict } from '../../engine/merge/conflict.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Place } from '../../engine/tree/records.ts'
import { loadMarkdown, loadStored, toDocument } from '../content/documents.ts'
import { readContent } from '../content/revisions.ts'
import type { ConflictJson } from './conflict-schemas.ts'
import { type KeptConflict, namePages, pagesIn, toKept } from './conflicts.ts'

export interface Asked {
  /** The content of the change request. */
  root: Hash
  format: 'document' | 'markdown' | undefined
}

const SIDES = ['base', 'ours', 'theirs'] as const
const KINDS = {
  page: 'page',
  file: 'file',
  reusableContent: 'reusable-content',
  tag: 'tag',
  variable: 'variable',
} as const

export async function showConflicts(db: Db, rows: readonly Row<'conflicts'>[], asked: Asked): Promise<ConflictJson[]> {
  const conflicts = rows.map(toKept)
  const names = await readContent(db, namePages(asked.root, pagesIn(conflicts)))
  await loadObjects(db, conflicts.flatMap(documentsIn)) // all at once; they are kept for the reads below
  const shown: ConflictJson[] = []
  for (const [index, row] of rows.entries()) {
    const conflict = conflicts[index]!
    shown.push({
      ...toConflict(row, conflict),
      page: names.get(conflict.id) ?? conflict.page,
      ...(await showSides(db, conflict, asked)),
      blocks: asked.format === 'markdown' ? undefined : conflict.blocks,
    })
  }
  return shown
}

const toConflict = (row: Row<'conflicts'>, { kind, on, id, field }: KeptConflict): ConflictJson => ({
  object: 'change-request-conflict',
  id: row.id,
  kind,
  status: row.status,
  resolution: row.resolution ?? undefined,
  target: { kind: KINDS[on], id },
  field,
  createdAt: row.created_at,
  resolvedAt: row.resolved_at ?? undefined,
})

type Recorded = { document?: Hash; blob?: string } & Partial<Place>

function documentsIn(conflict: Conflict): Hash[] {
  const hashes = SIDES.map((side) =>
    isAboutDocument(conflict)
      ? (conflict[side] as Hash | undefined)
      : (conflict[side] as Recorded | undefined)?.document,
  )
  return hashes.filter((hash) => hash !== undefined)
}

/** Its sides are documents. */
export const isAboutDocument = ({ field }: Conflict): boolean => field === 'document'

async function showSides(db: Db, conflict: Conflict, asked: Asked) {
  const shown: Pick<ConflictJson, (typeof SIDES)[number]> = {}
  for (const side of SIDES) {
    if (conflict[side] !== undefined) shown[side] = await showSide(db, conflict, conflict[side], asked)
  }
  return shown
}

async function showSide(db: Db, conflict: Conflict, value: unknown, asked: Asked): Promise<unknown> {
  if (isAboutDocument(conflict)) return showDocument(db, value as Hash, asked)
  if (conflict.kind === 'deleted') return showRecord(db, value as Recorded, asked)
  if (conflict.kind !== 'moved' && conflict.kind !== 'cycle') return value
  const { parent, position } = value as Place
  return parent === '' ? { position } : { parent, position }
}

// A variable is a plain value; everything else is shown as content does, without what is ours alone.
async function showRecord(db: Db, record: Recorded, asked: Asked): Promise<unknown> {
  if (typeof record !== 'object') return record
  const { document, parent: _parent, position: _position, blob: _blob, ...fields } = record
  return document === undefined ? fields : { ...fields, ...(await showDocument(db, document, asked)) }
}

const showDocument = async (db: Db, hash: Hash, { root, format }: Asked) =>
  format === 'markdown'
    ? { markdown: await loadMarkdown(db, root, hash) }
    : { document: toDocument(await loadStored(db, hash)) }
