// Database changes of accepting an invite or being invited. They never lower a role.
import { sql } from 'kysely'
import { lock } from '../../access/loading/locks.ts'
import { highest } from '../../access/roles.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Role, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import {
  findMember,
  insertMember,
  isDeactivated,
  isInEmailDomains,
  isOutsideEmailDomains,
  updateMember,
} from '../people/index.ts'
import { findUsableInvite } from './invites.ts'

/** Loads the invite and locks its target against other writers: content first, then the organization. */
export async function lockInvite(db: Db, organizationId: string, id: string): Promise<Row<'invites'>> {
  const seen = await findUsableInvite(db, organizationId, id)
  if (seen?.space_id) await lock(db, 'space', seen.space_id)
  if (seen?.collection_id) await lock(db, 'collection', seen.collection_id)
  if (seen) await lock(db, 'organization', organizationId)
  // The invite may have been deleted while this write waited for the lock.
  const invite = seen && (await findUsableInvite(db, organizationId, id))
  if (!invite) throw problem('notFound')
  return invite
}

/**
 * Makes the user a member, or a guest with a role on the invite's space or collection. The organization's email domains
 * and its single sign-on hold for people who are not members yet.
 */
export async function acceptInvite(
  db: Db,
  invite: Row<'invites'>,
  user: Pick<Row<'users'>, 'id' | 'email'>,
): Promise<void> {
  const organization = await db
    .selectFrom('organizations')
    .select(['sso', 'email_domains'])
    .where('id', '=', invite.organization_id)
    .executeTakeFirstOrThrow()
  if (!(await findMember(db, invite.organization_id, user.id))) {
    if (await isDeactivated(db, invite.organization_id, user.id)) throw problem('deactivated')
    if (organization.sso === 1) throw problem('ssoRequired')
    if (isOutsideEmailDomains(organization, user.email)) throw problem('outsideEmailDomains')
  }
  const toContent = invite.space_id !== null || invite.collection_id !== null
  await ensureMemberRole(db, invite.organization_id, user.id, toContent ? null : invite.role)
  if (toContent && invite.role) await ensureGrant(db, invite, user.id, invite.role)
}

/**
 * Locks the organization if the user may join it without an invite: as a member already, or with an address in one of
 * its email domains unless single sign-on is enforced. The operator vouches for the addresses of users. An identity
 * provider only vouches within its own organization, so bound tokens never get here.
 */
export async function lockJoinableOrganization(db: Db, id: string, user: Row<'users'>): Promise<Row<'organizations'>> {
  await lock(db, 'organization', id)
  const organization = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!organization) throw problem('notFound')
  const isWelcome =
    organization.sso === 0 && isInEmailDomains(organization, user.email) && !(await isDeactivated(db, id, user.id))
  if (!isWelcome && !(await findMember(db, id, user.id))) throw problem('notFound')
  return organization
}

/** Makes the user a member with at least this role. */
export async function ensureMemberRole(
  db: Db,
  organizationId: string,
  userId: string,
  role: Role | null,
): Promise<void> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) await insertMember(db, { organization_id: organizationId, user_id: userId, role })
  else await updateMember(db, organizationId, userId, { role: highest([member.role, role]) })
}

/** Grants the user at least this role on the space or collection. */
export async function ensureGrant(
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

/** Finds or creates the users with these normalized addresses, in the same order. */
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

/** Adds the users who are not members yet, and returns their ids. */
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
