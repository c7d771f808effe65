// Loads the objects a path names for the caller, with their role on each. What the caller may not see is not there: it
// fails exactly as a missing object does.
import { sql } from 'kysely'
import { lockRow } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, DefaultLevel, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { type Sooner, whenThere } from '../lib/sooner.ts'
import { DAY, fromNow } from '../lib/time.ts'
import { type Caller, reaches } from './caller.ts'
import { loadOrganizationInstalled, loadSpaceInstalled } from './load-installed.ts'
import { effectiveRole, type Membership, type Role } from './roles.ts'
import { type Kind, type Objects, permits } from './vocabulary.ts'

/** How long a deleted space can be restored. */
export const RESTORABLE_FOR = 7 * DAY

interface Standing {
  member_role: Role | null
  member_sso: 0 | 1
  organization_sso: 0 | 1
}

interface ByIdForUser extends Record<string, unknown> {
  id: string
  user: string
}

const standing = [
  'members.role as member_role',
  'members.sso as member_sso',
  'organizations.sso as organization_sso',
] as const

export async function loadOrganization(db: Db, caller: Caller, id: string): Promise<Objects['organization']> {
  if (caller.integration) return loadOrganizationInstalled(db, caller.integration, id)
  const [row] = await findOrganization(db, { id, user: caller.user.id })
  if (!row || !reaches(caller, row.id)) throw problem('notFound')
  refuseWithoutSso(row)
  return { ...row, role: row.member_role, ownsTeam: Boolean(row.owns_team) }
}

const findOrganization = prepared<ByIdForUser, Row<'organizations'> & Standing & { owns_team: number | boolean }>(
  (db, param) =>
    db
      .selectFrom('organizations')
      .innerJoin('members', (on) =>
        on.onRef('members.organization_id', '=', 'organizations.id').on('members.user_id', '=', param('user')),
      )
      .selectAll('organizations')
      .select(standing)
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

/** A space, also a deleted one as long as it can be restored and the caller may do so. */
export function loadSpace(db: Db, caller: Caller, id: string, withDeleted = false): Sooner<Objects['space']> {
  if (caller.integration) return loadSpaceInstalled(db, caller.integration, id)
  return whenThere(findSpace(db, { id, user: caller.user.id }), ([row]) => {
    if (!row || !reaches(caller, row.organization_id)) throw problem('notFound')
    return whenThere(roleOn(db, caller, row, { space: id }), (role) => letThrough(row, role, withDeleted))
  })
}

function letThrough(row: Row<'spaces'> & Standing, role: Role | null, withDeleted: boolean): Objects['space'] {
  const space = hold(row, role)
  if (!permits('space', 'view', space)) throw problem('notFound')
  refuseWithoutSso(row)
  if (row.deleted_at !== null && !(withDeleted && isRestorable(space))) throw problem('notFound')
  return space
}

const held = new WeakMap<object, { role: Role | null }>()

// The same row with the same role is the same object, for as long as the database answers with that row.
function hold<R extends object>(row: R, role: Role | null): R & { role: Role | null } {
  const known = held.get(row) as (R & { role: Role | null }) | undefined
  if (known?.role === role) return known
  // Of what a transaction has written itself, every row is read anew, for whoever asked.
  if (!Object.isFrozen(row)) return Object.assign(row, { role })
  const made = Object.freeze({ ...row, role })
  held.set(row, made)
  return made
}

const isRestorable = (space: Objects['space']) =>
  permits('space', 'admin', space) && space.deleted_at! > fromNow(-RESTORABLE_FOR)

const findSpace = prepared<ByIdForUser, Row<'spaces'> & Standing>((db, param) =>
  db
    .selectFrom('spaces')
    .innerJoin('organizations', 'organizations.id', 'spaces.organization_id')
    .innerJoin('members', (on) =>
      on.onRef('members.organization_id', '=', 'spaces.organization_id').on('members.user_id', '=', param('user')),
    )
    .selectAll('spaces')
    .select(standing)
    .where('spaces.id', '=', param('id')),
)

export async function loadCollection(db: Db, caller: Caller, id: string): Promise<Objects['collection']> {
  if (caller.integration) throw problem('notFound')
  const [row] = await findCollection(db, { id, user: caller.user.id })
  if (!row || !reaches(caller, row.organization_id)) throw problem('notFound')
  const collection = hold(row, await roleOn(db, caller, row, { collection: id }))
  if (!permits('collection', 'view', collection)) throw problem('notFound')
  refuseWithoutSso(row)
  return collection
}

const findCollection = prepared<ByIdForUser, Row<'collections'> & Standing>((db, param) =>
  db
    .selectFrom('collections')
    .innerJoin('organizations', 'organizations.id', 'collections.organization_id')
    .innerJoin('members', (on) =>
      on.onRef('members.organization_id', '=', 'collections.organization_id').on('members.user_id', '=', param('user')),
    )
    .selectAll('collections')
    .select(standing)
    .where('collections.id', '=', param('id')),
)

/** A team of an organization the caller was already let through to. */
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

/** A change request of a space the caller was already let through to, by its id or by its number there. */
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

/** A comment on a space or a change request, or a reply to a comment: whatever is listed under `thread`. */
export async function loadComment(
  db: Db,
  caller: Caller,
  { role }: Objects['space'],
  thread: string,
  id: string,
): Promise<Objects['comment']> {
  const [row] = await findComment(db, { thread, id })
  if (!row) throw problem('notFound')
  return { ...row, role, authored: row.created_by === caller.user.id }
}

const findComment = prepared<{ thread: string; id: string }, Row<'comments'>>((db, param) =>
  db.selectFrom('comments').selectAll().where('id', '=', param('id')).where('thread_id', '=', param('thread')),
)

const LOCKED = {
  organization: 'organizations',
  team: 'teams',
  collection: 'collections',
  space: 'spaces',
  comment: 'comments',
  reply: 'comments',
  site: 'sites',
  integration: 'integrations',
  installation: 'integration_installations',
  spaceInstallation: 'integration_installations',
  siteInstallation: 'integration_installations',
} as const

/** Makes other writers of this object wait until this transaction ends. */
export const lock = (db: Db, kind: Kind, id: string): Promise<void> =>
  lockRow(db, LOCKED[kind], id, kind === 'integration' ? 'name' : 'id')

// Only members whose SSO sign-in the organization trusts get in where SSO is enforced; admins must be able to mend it.
function refuseWithoutSso({ organization_sso, member_sso, member_role }: Standing): void {
  if (isShutOut({ organization_sso, member_sso, member_role })) throw problem('ssoRequired')
}

export const isShutOut = ({ organization_sso, member_sso, member_role }: Standing): boolean =>
  organization_sso === 1 && member_sso === 0 && member_role !== 'admin'

function roleOn(
  db: Db,
  caller: Caller,
  row: Standing & { parent_id: string | null; default_level: DefaultLevel },
  object: { space?: string; collection?: string },
): Sooner<Role | null> {
  const membership: Membership = { role: row.member_role }
  if (membership.role === 'admin') return 'admin'
  const named = { space: object.space ?? '', collection: object.collection ?? '' }
  return whenThere(findAround(db, { user: caller.user.id, parent: row.parent_id ?? '', ...named }), (around) => {
    const levels = around.filter(({ what }) => what === 'level').map(({ value }) => value)
    const grants = around.filter(({ what }) => what === 'grant').map(({ value }) => value as Role)
    return effectiveRole(membership, [row.default_level, ...levels], grants)
  })
}

interface Around {
  what: 'level' | 'grant'
  depth: number
  value: DefaultLevel
}

/** The default levels of the collections around an object, innermost first, and all grants to the user on them or it. */
const findAround = prepared<{ user: string; parent: string; space: string; collection: string }, Around>(
  (_db, param) => sql<Around>`
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
