// What change requests conflict in with main, in the database.

import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Conflict } from '../../engine/merge/conflict.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { readContent } from '../content/revisions.ts'

/** Where a page is found, as replies show it. */
export interface PageName {
  id: string
  title: string
  path: string
}

/** A conflict as it is kept: all of the engine's, and how the page was called then. */
export type KeptConflict = Conflict & { page?: PageName }

export const toKept = (row: Row<'conflicts'>): KeptConflict => JSON.parse(row.data) as KeptConflict

/** Keeps the conflicts of an update that led to the content at `root`, in their order. */
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
    data: JSON.stringify({ ...conflict, page: names.get(conflict.id) } satisfies Partial<KeptConflict>),
    created_at: at,
  }))
  for (const row of rows) await db.insertInto('conflicts').values(row).execute()
}

export const pagesIn = (conflicts: readonly Conflict[]): string[] =>
  conflicts.filter(({ on }) => on === 'page').map(({ id }) => id)

/** The titles and paths that these pages have in the content at `root`. */
export function* namePages(root: Hash, ids: readonly string[]): Reading<Map<string, PageName>> {
  const tree = openTree(root)
  const names = new Map<string, PageName>()
  for (const page of yield* findPages(tree, [...new Set(ids)])) {
    names.set(page.id, { id: page.id, title: page.title, path: yield* pathOf(tree, page) })
  }
  return names
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

/** In the order in which they were found. */
export const takeConflicts = (
  db: Db,
  changeRequestId: string,
  status: Row<'conflicts'>['status'] | undefined,
  page: Page,
) =>
  takePage(
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

export const resolve = (
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
