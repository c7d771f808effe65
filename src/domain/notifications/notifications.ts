// Notification rows.
import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { type Page, type Slice, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { DAY, fromNow, now } from '../../lib/time.ts'
import type { Kind } from './kinds.ts'
import type { Occasion } from './recipients.ts'
import { isVisibleTo } from './visibility.ts'

export type Notification = Row<'notifications'>

/** What is notified of once: an event, or something found in content. */
export type Cause = Pick<Row<'events'>, 'id' | 'actor_id'>

interface NewNotification {
  userId: string
  kind: Kind
  event: Cause
  occasion: Occasion
}

/** Returns undefined if the person has been notified of this event. */
export const insertNotification = (
  db: Db,
  { userId, kind, event, occasion }: NewNotification,
): Promise<Notification | undefined> =>
  db
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: userId,
      event_id: event.id,
      kind,
      space_id: occasion.spaceId,
      change_request_id: occasion.changeRequestId ?? null,
      comment_id: occasion.commentId ?? null,
      actor_id: event.actor_id,
      data: JSON.stringify(occasion.data ?? {}),
      created_at: now(),
    })
    .onConflict((known) => known.columns(['user_id', 'event_id']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** The caller's notifications that are about something they can still see. */
const visible = async (db: Db, caller: Caller) =>
  db
    .selectFrom('notifications')
    .where('user_id', '=', caller.user.id)
    .where(await isVisibleTo(db, caller, sql.ref('notifications.space_id')))

/** Newest first. */
export async function listNotifications(
  db: Db,
  caller: Caller,
  { unread }: { unread?: boolean | undefined },
  page: Page,
): Promise<Slice<Notification>> {
  const all = await visible(db, caller)
  const matching = unread === undefined ? all : all.where('read_at', unread ? 'is' : 'is not', null)
  return selectPage(matching, (rows) => rows.selectAll('notifications'), page, {
    by: ['notifications.id'],
    direction: 'desc',
  })
}

export const findNotification = async (db: Db, caller: Caller, id: string): Promise<Notification | undefined> =>
  (await visible(db, caller)).selectAll('notifications').where('notifications.id', '=', id).executeTakeFirst()

export const setRead = (db: Db, id: string, isRead: boolean): Promise<Notification> =>
  db
    .updateTable('notifications')
    .set({ read_at: isRead ? sql`coalesce(read_at, ${now()})` : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Marks everything as read that the caller can see, up to a notification. Returns how many were unread. */
export async function readAll(db: Db, caller: Caller, upTo: string | undefined): Promise<number> {
  const unread = (await visible(db, caller)).select('notifications.id').where('read_at', 'is', null)
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now() })
    .where('id', 'in', upTo === undefined ? unread : unread.where('notifications.id', '<=', upTo))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const RETENTION = 90 * DAY

export async function pruneNotifications(db: Db): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', fromNow(-RETENTION)).execute()
}
