// What people lose when an identity provider deactivates them, and get back when it activates them again.
import { lock } from '../access/loading/locks.ts'
import type { Db, Role, Row } from '../db/tables.ts'
import { hasOtherAdmin, insertMember, putTeamMembers, removeMember } from '../domain/people/index.ts'
import { newId } from '../lib/ids.ts'
import { ScimError } from './errors.ts'

/** The access that a former member had. */
interface FormerAccess {
  role: Role | null
  teams: { id: string; role: Row<'team_members'>['role'] }[]
  grants: Pick<Row<'grants'>, 'space_id' | 'collection_id' | 'site_id' | 'role'>[]
}

/** Ends the membership with all that depends on it, at once, and returns what to keep for later. */
export async function deactivate(db: Db, organizationId: string, userId: string): Promise<FormerAccess> {
  await lock(db, 'organization', organizationId)
  const former = await readAccess(db, organizationId, userId)
  if (former.role === 'admin' && !(await hasOtherAdmin(db, organizationId, userId)))
    throw new ScimError(409, 'An organization needs at least one admin: make somebody else an admin first.')
  await removeMember(db, organizationId, userId)
  return former
}

async function readAccess(db: Db, organizationId: string, userId: string): Promise<FormerAccess> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const teams = await db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['teams.id', 'team_members.role'])
    .where('teams.organization_id', '=', organizationId)
    .where('team_members.user_id', '=', userId)
    .execute()
  const inside = (table: 'spaces' | 'collections' | 'sites') =>
    db.selectFrom(table).select('id').where('organization_id', '=', organizationId)
  const grants = await db
    .selectFrom('grants')
    .select(['space_id', 'collection_id', 'site_id', 'role'])
    .where('user_id', '=', userId)
    .where((grant) =>
      grant.or([
        grant('space_id', 'in', inside('spaces')),
        grant('collection_id', 'in', inside('collections')),
        grant('site_id', 'in', inside('sites')),
      ]),
    )
    .execute()
  return { role: member?.role ?? null, teams, grants }
}

/** Makes the user a member again, with the access they had to what still exists. */
export async function activate(
  db: Db,
  organization: Pick<Row<'organizations'>, 'id' | 'default_role'>,
  userId: string,
  former: FormerAccess | undefined,
): Promise<void> {
  await lock(db, 'organization', organization.id)
  const role = former ? former.role : organization.default_role
  await insertMember(db, { organization_id: organization.id, user_id: userId, role, sso: 1 })
  for (const { id, role } of former?.teams ?? [])
    if (await exists(db, 'teams', id)) await putTeamMembers(db, id, new Map([[userId, role]]))
  for (const grant of former?.grants ?? []) {
    const [table, id] = grant.space_id
      ? (['spaces', grant.space_id] as const)
      : grant.collection_id
        ? (['collections', grant.collection_id] as const)
        : (['sites', grant.site_id!] as const)
    if (await exists(db, table, id))
      await db
        .insertInto('grants')
        .values({ id: newId(), user_id: userId, ...grant })
        .execute()
  }
}

async function exists(db: Db, table: 'teams' | 'spaces' | 'collections' | 'sites', id: string): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
