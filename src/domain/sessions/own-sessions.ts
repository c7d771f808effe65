// The sessions of a user, as they see and end them.
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { now } from '../../lib/time.ts'

const live = (db: Db, userId: string) =>
  db.selectFrom('sessions').where('user_id', '=', userId).where('expires_at', '>', now())

export const listSessions = (db: Db, userId: string, page: Page) =>
  selectPage(live(db, userId), (sessions) => sessions.selectAll(), page, { by: ['id'] })

/** The latest use first. */
export const listSessionsOf = (db: Db, userId: string): Promise<Row<'sessions'>[]> =>
  live(db, userId).selectAll().orderBy('last_used_at', 'desc').orderBy('id').execute()

/** Returns false if the user has no such session. */
export async function removeSessionById(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
