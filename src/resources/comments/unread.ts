// What a person has not read yet of the comments on a space or a change request.
import { type SqlBool, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { threadOf } from '../../domain/comments/index.ts'
import { problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import type { EventContext } from './comments.ts'

interface Context {
  db: Db
  caller: Caller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
}

const MAX_LISTED = 1000

export async function listUnread(context: Context) {
  const { db, caller, space, changeRequest } = context
  const list = { user_id: caller.user.id, thread_id: threadOf(context) }
  const since = await findSince(db, list)
  if (since === undefined) return { object: 'unread-comments' as const, comments: [] }
  const activity = db
    .selectFrom('comments')
    .select([sql<string>`coalesce(parent_id, id)`.as('id'), sql<string>`max(created_at)`.as('last_at')])
    .where('space_id', '=', space.id)
    .where('change_request_id', changeRequest ? '=' : 'is', changeRequest?.id ?? null)
    .where('created_at', '>', since)
    .where('created_by', '!=', caller.user.id)
    .groupBy(sql`coalesce(parent_id, id)`)
    .as('activity')
  const rows = await db
    .selectFrom(activity)
    .innerJoin('comments', 'comments.id', 'activity.id')
    .leftJoin('comments_read', (join) =>
      join.onRef('comments_read.comment_id', '=', 'comments.id').on('comments_read.user_id', '=', caller.user.id),
    )
    .select(['comments.id', 'comments.page_id'])
    .where(sql<SqlBool>`(comments_read.read_at is null or comments_read.read_at < activity.last_at)`)
    .orderBy('activity.last_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
  const comments = rows.map(({ id, page_id }) => ({ id, ...(page_id !== null && { page: page_id }) }))
  return { object: 'unread-comments' as const, since, comments }
}

interface List {
  user_id: string
  thread_id: string
}

const findSince = async (db: Db, { user_id, thread_id }: List): Promise<string | undefined> =>
  (
    await db
      .selectFrom('comment_lists_read')
      .select('read_at')
      .where('user_id', '=', user_id)
      .where('thread_id', '=', thread_id)
      .executeTakeFirst()
  )?.read_at

/** Nobody else has to hear of it, so there is no event. */
export async function markRead(context: Context & EventContext & { body: { comment?: string } }): Promise<void> {
  const { db, caller, space, body, report } = context
  const list = { user_id: caller.user.id, thread_id: threadOf(context) }
  if (body.comment === undefined) await markAllRead(db, { ...list, space_id: space.id })
  else await markOneRead(db, list, body.comment)
  report({ changed: false })
}

async function markAllRead(db: Db, list: List & { space_id: string }): Promise<void> {
  const read_at = now()
  await db
    .insertInto('comment_lists_read')
    .values({ ...list, read_at })
    .onConflict((known) => known.columns(['user_id', 'thread_id']).doUpdateSet({ read_at }))
    .execute()
  await db
    .deleteFrom('comments_read')
    .where('user_id', '=', list.user_id)
    .where('thread_id', '=', list.thread_id)
    .execute()
}

async function markOneRead(db: Db, list: List, comment_id: string): Promise<void> {
  const known = await db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', comment_id)
    .where('thread_id', '=', list.thread_id)
    .executeTakeFirst()
  if (!known) throw problem('notFound')
  const read_at = now()
  await db
    .insertInto('comments_read')
    .values({ ...list, comment_id, read_at })
    .onConflict((row) => row.columns(['comment_id', 'user_id']).doUpdateSet({ read_at }))
    .execute()
}
