// Server admins: the first admin, and whoever the operator or another server admin added.
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import type { Caller } from './caller.ts'

/** What others may not use is not there for them. */
export function requireServerAdmin({ user }: Caller): void {
  if (user.server_admin !== 1) throw problem('notFound')
}

export async function isServerAdmin(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('server_admin').where('id', '=', userId).executeTakeFirst()
  return user?.server_admin === 1
}

export const makeServerAdmin = (db: Db, userId: string): Promise<Row<'users'>> =>
  db.updateTable('users').set({ server_admin: 1 }).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()

export async function hasOtherServerAdmin(db: Db, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('server_admin', '=', 1)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
