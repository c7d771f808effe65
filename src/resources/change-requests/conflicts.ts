// Stored conflicts between change requests and main content.

import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { namePages, pagesIn, type StoredConflict } from '../../domain/content-changes/index.ts'
import { readContent } from '../../domain/revisions/index.ts'
import type { Conflict } from '../../engine/merge/conflict.ts'
import type { Hash } from '../../engine/objects.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'

export const parseConflict = (row: Row<'conflicts'>): StoredConflict => JSON.parse(row.data) as StoredConflict

/** Stores the conflicts of an update that resulted in the content at `root`, in their order. */
export async function insertConflicts(
  db: Db,
  changeRequestId: string,
  root: Hash,
  conflicts: readonly Conflict[],
): Promise<void> {
  if (conflicts.length === 0) return
  const names = await readContent(db, namePages(root, pagesIn(conflicts)))
  const at = now()
  const rows = conflicts.map((conflict) => ({
    id: newId(),
    change_request_id: changeRequestId,
    status: 'open' as const,
    kind: conflict.kind,
    target: conflict.on,
    target_id: conflict.id,
    data: JSON.stringify({ ...conflict, page: names.get(conflict.id) } satisfies Partial<StoredConflict>),
    created_at: at,
  }))
  for (const row of rows) await db.insertInto('conflicts').values(row).execute()
}

export async function hasOpenConflicts(db: Db, changeRequestId: string): Promise<boolean> {
  const open = await db
    .selectFrom('conflicts')
    .select('id')
    .where('change_request_id', '=', changeRequestId)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Oldest first. */
export const takeConflicts = (
  db: Db,
  changeRequestId: string,
  status: Row<'conflicts'>['status'] | undefined,
  page: Page,
) =>
  selectPage(
    db
      .selectFrom('conflicts')
      .where('change_request_id', '=', changeRequestId)
      .$if(status !== undefined, (conflicts) => conflicts.where('status', '=', status!)),
    (conflicts) => conflicts.selectAll(),
    page,
    { by: ['id'] },
  )

export async function loadConflict(db: Db, changeRequestId: string, id: string): Promise<Row<'conflicts'>> {
  const row = await db
    .selectFrom('conflicts')
    .selectAll()
    .where('change_request_id', '=', changeRequestId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}

export const markResolved = (
  db: Db,
  id: string,
  resolution: NonNullable<Row<'conflicts'>['resolution']>,
): Promise<Row<'conflicts'>> =>
  db
    .updateTable('conflicts')
    .set({ status: 'resolved', resolution, resolved_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
