// How people want to be notified: by kind, and which spaces they muted.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { KINDS } from '../../shapes/notifications.ts'
import { DEFAULTS, type Delivery, type Kind } from './kinds.ts'

export type Deliveries = Record<Kind, Delivery>

export async function findDeliveries(db: Db, userId: string): Promise<Deliveries> {
  return (await listDeliveries(db, [userId])).get(userId)!
}

/** The settings of each of these users. */
export async function listDeliveries(db: Db, userIds: readonly string[]): Promise<Map<string, Deliveries>> {
  const rows = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where(isOneOf(db, sql.ref('user_id'), userIds))
    .execute()
  const found = new Map(userIds.map((id) => [id, { ...DEFAULTS }]))
  for (const { user_id, kind, delivery } of rows) found.get(user_id)![kind] = delivery
  return found
}

export async function putDeliveries(db: Db, userId: string, chosen: Partial<Deliveries>): Promise<void> {
  for (const kind of KINDS) {
    const delivery = chosen[kind]
    if (delivery === undefined) continue
    await db
      .insertInto('notification_settings')
      .values({ user_id: userId, kind, delivery })
      .onConflict((known) => known.columns(['user_id', 'kind']).doUpdateSet({ delivery }))
      .execute()
  }
}

/** Returns false if the space was already muted. */
export async function muteSpace(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('muted_spaces')
    .values({ user_id: userId, space_id: spaceId })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Returns false if the space was not muted. */
export async function unmuteSpace(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('muted_spaces')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const mutedSpacesOf = (db: Db, userId: string) =>
  db.selectFrom('muted_spaces').select('space_id').where('user_id', '=', userId)

export async function isMuted(db: Db, userId: string, spaceId: string): Promise<boolean> {
  return (await mutedSpacesOf(db, userId).where('space_id', '=', spaceId).executeTakeFirst()) !== undefined
}
