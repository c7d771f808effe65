// Reads the event log for notifications, with a cursor for each organization. Any node does it; one at a time for an
// organization.
import { lockRow } from '../../db/dialect.ts'
import { readEvents } from '../../db/event-feed.ts'
import type { Db } from '../../db/tables.ts'
import { queueContentWork } from './content-work.ts'
import { type Cause, insertNotification } from './notifications.ts'
import { findOccasion, type Occasion } from './recipients.ts'
import { queueDelivery } from './sending.ts'
import { isMuted, listDeliveries } from './settings.ts'
import { canSee } from './visibility.ts'

const BATCH_SIZE = 200

interface Options {
  /** Whether the server can send mail. */
  mail: boolean
}

/** Notifies of the next events of an organization, in one transaction. True if there may be more. */
export async function notify(db: Db, organizationId: string, options: Options): Promise<boolean> {
  const cursor = await lockCursor(db, organizationId)
  const events = await readEvents(db, { organizationId, after: cursor, limit: BATCH_SIZE })
  for (const event of events) {
    const occasion = await findOccasion(db, event)
    if (occasion) await notifyOf(db, event, occasion, options)
    await queueContentWork(db, event)
  }
  await db
    .updateTable('notification_cursors')
    .set({ cursor: events.at(-1)?.sequence ?? cursor })
    .where('organization_id', '=', organizationId)
    .execute()
  return events.length === BATCH_SIZE
}

async function lockCursor(db: Db, organizationId: string): Promise<number> {
  await db
    .insertInto('notification_cursors')
    .values({ organization_id: organizationId, cursor: 0 })
    .onConflict((known) => known.doNothing())
    .execute()
  await lockRow(db, 'notification_cursors', organizationId, 'organization_id')
  const { cursor } = await db
    .selectFrom('notification_cursors')
    .select('cursor')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return cursor
}

/** Notifies everybody whom the event concerns, unless they know of it or do not want to. */
export async function notifyOf(db: Db, event: Cause, occasion: Occasion, options: Options): Promise<void> {
  const reasons = new Map(
    occasion.reasons
      .filter(({ userId, isOwnResult }) => isOwnResult || userId !== event.actor_id)
      .reverse()
      .map((reason) => [reason.userId, reason]),
  )
  const deliveries = await listDeliveries(db, [...reasons.keys()])
  for (const { userId, kind } of reasons.values()) {
    const delivery = deliveries.get(userId)![kind]
    if (delivery === 'off' || (await isMuted(db, userId, occasion.spaceId))) continue
    if (!(await canSee(db, userId, occasion.spaceId))) continue
    const notification = await insertNotification(db, { userId, kind, event, occasion })
    if (notification && options.mail) await queueDelivery(db, notification, delivery)
  }
}
