// Loads path objects with the caller's role on each. An object that the caller may not see fails exactly like a missing
// one.
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, DefaultLevel, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { DAY, fromNow } from '../../lib/time.ts'
import { type Caller, tokenReaches } from '../caller.ts'
import { type Objects, permits } from '../permissions.ts'
import { effectiveRole, inRole, type Membership, type Role } from '../roles.ts'
import { loadInstalledOrganization, loadInstalledSpace } from './installation-scope.ts'

/** The period in which a deleted space can be restored. */
export const RESTORABLE_FOR = 7 * DAY

export interface MembershipRow {
  member_role: Role | null
  member_sso: 0 | 1
  organization_sso: 0 | 1
}

interface ByIdForUser extends Record<string, unknown> {
  id: string
  user: string
}

export const membershipColumns = [
  'members.role as member_role',
  'members.sso as member_sso',
  'organizations.sso as organization_sso',
] as const

export async function loadOrganization(db: Db, caller: Caller, id: string): Promise<Objects['organization']> {
  if (caller.integration) return loadInstalledOrganization(db, caller.integration, id)
  const [row] = await findOrganization(db, { id, user: caller.user.id })
  if (!row || !tokenReaches(caller, row.id)) throw problem('notFound')
  refuseWithoutSso(caller, row.id, row)
  return { role: row.member_role, ownsTeam: Boolean(row.owns_team), ...row }
}

const findOrganization = prepared<ByIdForUser, Row<'organizations'> & MembershipRow & { owns_team: number | boolean }>(
  (db, param) =>
    db
      .selectFrom('organizations')
      .innerJoin('members', (on) =>
        on.onRef('members.organization_id', '=', 'organizations.id').on('members.user_id', '=', param('user')),
      )
      .selectAll('organizations')
      .select(membershipColumns)
      .select((organization) =>
        organization
          .exists(
            organization
              .selectFrom('team_members')
              .innerJoin('teams', 'teams.id', 'team_members.team_id')
              .select('team_members.team_id')
              .whereRef('teams.organization_id', '=', 'organizations.id')
              .where('team_members.user_id', '=', param('user'))
              .where('team_members.role', '=', 'owner'),
          )
          .as('owns_team'),
      )
      .where('organizations.id', '=', param('id')),
)

/** Loads a space. `withDeleted` includes a deleted space that the caller may still restore. */
export async function loadSpace(db: Db, caller: Caller, id: string, withDeleted = false): Promise<Objects['space']> {
  if (caller.integration) return loadInstalledSpace(db, caller.integration, id)
  const [row] = await findSpace(db, { id, user: caller.user.id })
  if (!row || !tokenReaches(caller, row.organization_id)) throw problem('notFound')
  const space = inRole(row, await roleOn(db, caller, row, { space: id }))
  if (!permits('space', 'view', space)) throw problem('notFound')
  refuseWithoutSso(caller, row.organization_id, row)
  if (row.deleted_at !== null && !(withDeleted && isRestorable(space))) throw problem('notFound')
  return space
}

const isRestorable = (space: Objects['space']) =>
  permits('space', 'admin', space) && space.deleted_at! > fromNow(-RESTORABLE_FOR)

const findSpace = prepared<ByIdForUser, Row<'spaces'> & MembershipRow>((db, param) =>
  db
    .selectFrom('spaces')
    .innerJoin('organizations', 'organizations.id', 'spaces.organization_id')
    .innerJoin('members', (on) =>
      on.onRef('members.organization_id', '=', 'spaces.organization_id').on('members.user_id', '=', param('user')),
    )
    .selectAll('spaces')
    .select(membershipColumns)
    .where('spaces.id', '=', param('id')),
)

export async function loadCollection(db: Db, caller: Caller, id: string): Promise<Objects['collection']> {
  if (caller.integration) throw problem('notFound')
  const [row] = await findCollection(db, { id, user: caller.user.id })
  if (!row || !tokenReaches(caller, row.organization_id)) throw problem('notFound')
  const collection = inRole(row, await roleOn(db, caller, row, { collection: id }))
  if (!permits('collection', 'view', collection)) throw problem('notFound')
  refuseWithoutSso(caller, row.organization_id, row)
  return collection
}

const findCollection = prepared<ByIdForUser, Row<'collections'> & MembershipRow>((db, param) =>
  db
    .selectFrom('collections')
    .innerJoin('organizations', 'organizations.id', 'collections.organization_id')
    .innerJoin('members', (on) =>
      on.onRef('members.organization_id', '=', 'collections.organization_id').on('members.user_id', '=', param('user')),
    )
    .selectAll('collections')
    .select(membershipColumns)
    .where('collections.id', '=', param('id')),
)

/** Loads a team of an organization that the caller is authorized for. */
export async function loadTeam(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  id: string,
): Promise<Objects['team']> {
  const row = await db
    .selectFrom('teams')
    .leftJoin('team_members', (on) =>
      on.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', caller.user.id),
    )
    .selectAll('teams')
    .select('team_members.role as team_role')
    .where('teams.id', '=', id)
    .where('teams.organization_id', '=', organization.id)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  const team = { ...row, role: organization.role, owned: row.team_role === 'owner' }
  if (!permits('team', 'view', team)) throw problem('notFound')
  return team
}

/** Loads a change request of a space that the caller is authorized for, by its id or its number in the space. */
export async function loadChangeRequest(db: Db, spaceId: string, name: string): Promise<Objects['changeRequest']> {
  const number = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : undefined
  const row = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where((is) => (number === undefined ? is('id', '=', name) : is('number', '=', number)))
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return row
}

/**
 * Loads a comment on a space or a change request, or a reply. `thread` is the id of the space, change request or
 * comment.
 */
export async function loadComment(
  db: Db,
  caller: Caller,
  { role }: Objects['space'],
  thread: string,
  id: string,
): Promise<Objects['comment']> {
  const [row] = await findComment(db, { thread, id })
  if (!row) throw problem('notFound')
  return { role, authored: row.created_by === caller.user.id, ...row }
}

const findComment = prepared<{ thread: string; id: string }, Row<'comments'>>((db, param) =>
  db.selectFrom('comments').selectAll().where('id', '=', param('id')).where('thread_id', '=', param('thread')),
)

// If an organization enforces SSO, only SSO members have access. Admins keep access, so that they can fix the settings.
// A session must have come through the organization's own provider.
function refuseWithoutSso(caller: Caller, organizationId: string, membership: MembershipRow): void {
  if (isHeldBackBySso(caller, organizationId, membership)) throw problem('ssoRequired')
}

export function isHeldBackBySso({ session }: Caller, organizationId: string, membership: MembershipRow): boolean {
  const { organization_sso, member_role } = membership
  const needsProvider = session !== undefined && organization_sso === 1 && member_role !== 'admin'
  return lacksRequiredSso(membership) || (needsProvider && !session.sso.includes(organizationId))
}

export const lacksRequiredSso = ({ organization_sso, member_sso, member_role }: MembershipRow): boolean =>
  organization_sso === 1 && member_sso === 0 && member_role !== 'admin'

async function roleOn(
  db: Db,
  caller: Caller,
  row: MembershipRow & { parent_id: string | null; default_level: DefaultLevel },
  object: { space?: string; collection?: string },
): Promise<Role | null> {
  const membership: Membership = { role: row.member_role }
  if (membership.role === 'admin') return 'admin'
  const named = { space: object.space ?? '', collection: object.collection ?? '' }
  const around = await findLevelsAndGrants(db, { user: caller.user.id, parent: row.parent_id ?? '', ...named })
  const levels = around.filter(({ what }) => what === 'level').map(({ value }) => value)
  const grants = around.filter(({ what }) => what === 'grant').map(({ value }) => value as Role)
  return effectiveRole(membership, [row.default_level, ...levels], grants)
}

interface LevelOrGrant {
  what: 'level' | 'grant'
  depth: number
  value: DefaultLevel
}

/**
 * The default levels of an object's parent collections, innermost first, and all grants to the user on them or on it.
 */
const findLevelsAndGrants = prepared<{ user: string; parent: string; space: string; collection: string }, LevelOrGrant>(
  (_db, param) => sql<LevelOrGrant>`
    with recursive around(id, parent_id, default_level, depth) as (
      select id, parent_id, default_level, 1 from collections where id = ${param('parent')}
      union all
      select c.id, c.parent_id, c.default_level, around.depth + 1
      from collections c join around on c.id = around.parent_id
    )
    select 'level' as what, depth, default_level as value from around
    union all
    select 'grant', 0, role from grants
    where (user_id = ${param('user')} or team_id in (select team_id from team_members where user_id = ${param('user')}))
      and (space_id = ${param('space')} or collection_id = ${param('collection')} or collection_id in (select id from around))
    order by depth`,
)
