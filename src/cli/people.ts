// Finds the users and organizations that command options name.
import type { Db, Row } from '../db/tables.ts'
import { findUser, findUserByEmail } from '../domain/people/index.ts'
import { CommandError } from './failures.ts'

/** Loads a user by email address or id. */
export async function loadUser(db: Db, given: string): Promise<Row<'users'>> {
  const user = given.includes('@') ? await findUserByEmail(db, given) : await findUser(db, given)
  if (!user) throw new CommandError(`There is no user ${given}: "lectern user list" lists all users.`)
  return user
}

/** The user who has been an admin for the longest time. */
export async function loadFirstAdmin(db: Db): Promise<Row<'users'>> {
  const admin = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .selectAll('users')
    .where('members.role', '=', 'admin')
    .orderBy('members.joined_at')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw new CommandError('There is no admin: name a user with --user.')
  return admin
}

/** Loads the organization with this id; without an id, the only organization. */
export async function loadOrganization(db: Db, id: string | undefined): Promise<Row<'organizations'>> {
  const all = await db.selectFrom('organizations').selectAll().orderBy('id').execute()
  const found = id === undefined ? (all.length === 1 ? all[0] : undefined) : all.find((one) => one.id === id)
  if (found) return found
  const known = all.map((one) => `${one.id} (${one.title})`).join(', ')
  throw new CommandError(
    id === undefined
      ? `There are several organizations: name one with --organization: ${known}.`
      : `There is no organization ${id}; there are: ${known}.`,
  )
}
