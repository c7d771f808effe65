// Comments on main content go with their pages to another space.
import { sql } from 'kysely'
import { isOneOf, valueIn } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { adjustCommentCounts } from './counts.ts'

interface Move {
  from: string
  to: string
  /** The head of the other space, which the comments are about from now on. */
  revision: string
  /** The ids of the pages in the other space, by their ids here. */
  names: ReadonlyMap<string, string>
}

export async function moveComments(db: Db, { from, to, revision, names }: Move): Promise<void> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'status'])
    .where('space_id', '=', from)
    .where('thread_id', '=', from)
    .where(isOneOf(db, sql.ref('page_id'), [...names.keys()]))
    .execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const place = { space_id: to, revision_id: revision }
  const page_id = valueIn(db, sql.ref('page_id'), names)
  await db
    .updateTable('comments')
    .set({ ...place, thread_id: to, page_id })
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  await db
    .updateTable('comments')
    .set(place)
    .where(isOneOf(db, sql.ref('parent_id'), ids))
    .execute()
  await db
    .updateTable('comments_read')
    .set({ thread_id: to })
    .where(isOneOf(db, sql.ref('comment_id'), ids))
    .execute()
  const open = rows.filter(({ status }) => status === 'open').length
  const counts = (sign: 1 | -1) => ({ open: sign * open, total: sign * rows.length })
  await adjustCommentCounts(db, { space_id: from, change_request_id: null }, counts(-1))
  await adjustCommentCounts(db, { space_id: to, change_request_id: null }, counts(1))
}
