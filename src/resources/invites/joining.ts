// What following an invite, or being invited, does in the database. Nobody ever gets less than they had.
import { sql } from 'kysely'
import { lock } from '../../access/load.ts'
import { highest } from '../../access/roles.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { updateMember } from '../members/queries.ts'
import { insertMember } from '../organizations/queries.ts'
import { findUsableInvite } from './queries.ts'

/** The invite, with what it leads to held against other writers: content first and its organization last, as always. */
export async function holdInvite(db: Db, organizationId: string, id: string): Promise<Row<'invites'>> {
  const seen = await findUsableInvite(db, organizationId, id)
  if (seen?.space_id) await lock(db, 'space', seen.space_id)
  if (seen?.collection_id) await lock(db, 'collection', seen.collection_id)
  if (seen) await lock(db, 'organization', organizationId)
  // It may have been deleted while this one waited.
  const invite = seen && (await findUsableInvite(db, organizationId, id))
  if (!invite) throw problem('notFound')
  return invite
}

/** Makes the user a member with at least this role. */
export async function raiseMember(db: Db, organizationId: string, userId: string, role: Role | null): Promise<void> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) await insertMember(db, { organization_id: organizationId, user_id: userId, role })
  else await updateMember(db, organizationId, userId, { role: highest([member.role, role]) })
}

/** Gives the user at least this role on the space or collection. */
export async function raiseGrant(
  db: Db,
  { space_id, collection_id }: Pick<Row<'invites'>, 'space_id' | 'collection_id'>,
  userId: string,
  role: Role,
): Promise<void> {
  const grant = await db
    .selectFrom('grants')
    .select(['id', 'role'])
    .where('user_id', '=', userId)
    .where(space_id ? 'space_id' : 'collection_id', '=', space_id ?? collection_id)
    .executeTakeFirst()
  if (!grant) {
    await db.insertInto('grants').values({ id: newId(), space_id, collection_id, user_id: userId, role }).execute()
  } else {
    const raised = highest([grant.role, role])!
    await db.updateTable('grants').set({ role: raised }).where('id', '=', grant.id).execute()
  }
}

/** The users with these normalized addresses, in the same order; who is not there yet is created. */
export async function ensureUsers(db: Db, emails: readonly string[]): Promise<Row<'users'>[]> {
  if (emails.length === 0) return []
  const at = now()
  await db
    .insertInto('users')
    .values(emails.map((email) => ({ id: newId(), email, display_name: email.split('@')[0]!, created_at: at })))
    .onConflict((known) => known.column('email').doNothing())
    .execute()
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where(isOneOf(db, sql.ref('email'), emails))
    .execute()
  const byEmail = new Map(users.map((user) => [user.email, user]))
  return emails.map((email) => byEmail.get(email)!)
}

/** Makes those of them members who are not yet, and returns their ids. */
export async function insertMembers(
  db: Db,
  organizationId: string,
  members: readonly Pick<Row<'members'>, 'user_id' | 'role' | 'sso'>[],
): Promise<string[]> {
  if (members.length === 0) return []
  const at = now()
  const inserted = await db
    .insertInto('members')
    .values(members.map((member) => ({ ...member, organization_id: organizationId, joined_at: at })))
    .onConflict((known) => known.columns(['organization_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return inserted.map(({ user_id }) => user_id)
}
