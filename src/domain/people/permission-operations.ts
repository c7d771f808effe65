// Permission operations, shared by spaces, collections and sites. Only members and teams of the organization can hold a
// role.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { listAccess } from '../../access/content-access.ts'
import { lock } from '../../access/loading/locks.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db, Role } from '../../db/tables.ts'
import { ApiError, problem } from '../../errors.ts'
import type { ContextOf, Operation } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { Invitation, PeopleQuery, PermissionPatch, RoleFilter } from '../../shapes/permissions.ts'
import {
  type Grantee,
  type GrantTarget,
  listInOrganization,
  listTeamGrants,
  listUserGrants,
  putGrants,
  removeGrants,
} from './permissions.ts'
import { toTeam, withTeamSpaceCounts } from './teams.ts'
import { toUser } from './users.ts'

type Kind = GrantTarget['kind']
type Reads<K extends Kind> = Pick<Objects, K> & { db: Db; caller: Caller; page: Page; urls: Urls }
type Writes<K extends Kind> = Pick<Objects, K> & { db: Db; report: ContextOf<Operation>['report'] }
type Names<H extends Grantee> = { params: Record<`${H}Id`, string> }

export function permissionsOn<K extends Kind>(kind: K) {
  const targetOf = (context: Pick<Objects, K>) => {
    const { id, organization_id } = context[kind]
    return { kind, id, organization_id }
  }

  const update =
    <H extends Grantee>(holder: H) =>
    async (context: Writes<K> & Names<H> & { body: Static<typeof PermissionPatch> }) => {
      const { db, params, body, report } = context
      const target = targetOf(context)
      const id = params[`${holder}Id`]
      const [unknown] = await listUnknown(db, target.organization_id, holder, [id])
      if (unknown !== undefined) throw problem('notFound')
      await setRole(db, target, holder, [id], body.role)
      report({ data: { [holder]: id, role: body.role } })
    }

  const remove =
    <H extends Grantee>(holder: H) =>
    async (context: Writes<K> & Names<H>) => {
      const { db, params, report } = context
      const id = params[`${holder}Id`]
      if ((await removeGrants(db, targetOf(context), holder, [id])) === 0) throw problem('notFound')
      report({ data: { [holder]: id, role: null } })
    }

  return {
    async invite(context: Writes<K> & { body: Static<typeof Invitation> }) {
      const { db, body, report } = context
      const { role } = body
      const target = targetOf(context)
      const users = [...new Set(body.users)]
      const teams = [...new Set(body.teams)]
      await requireInOrganization(db, target.organization_id, { users, teams })
      await setRole(db, target, 'user', users, role)
      await setRole(db, target, 'team', teams, role)
      report({ data: { users, teams, role } })
    },

    async listUsers(context: Reads<K>) {
      const { rows, count, next } = await listUserGrants(context.db, targetOf(context), context.page)
      return { items: rows.map((row) => toUserPermission(row, context.urls)), count, next }
    },

    async listTeams(context: Reads<K>) {
      const { db, caller, page } = context
      const target = targetOf(context)
      const organization = await loadOrganization(db, caller, target.organization_id)
      const { rows, count, next } = await listTeamGrants(db, target, caller.user.id, page)
      const teams = await withTeamSpaceCounts(db, organization.id, rows)
      return {
        items: teams.map((team) => ({ permission: team.permission, team: toTeam(team, organization) })),
        count,
        next,
      }
    },

    updateUser: update('user'),
    updateTeam: update('team'),
    removeUser: remove('user'),
    removeTeam: remove('team'),
  }
}

/** Lists everyone with access to a space or collection. Access to a site has additional sources. */
export const listAccessTo =
  <K extends Exclude<Kind, 'site'>>(kind: K) =>
  async (context: Reads<K> & { query: Static<typeof RoleFilter> }) => {
    const { db, page, query, urls } = context
    const { id, organization_id, parent_id, default_level } = context[kind]
    const content = { kind, id, organization_id, parent_id, default_level }
    const { rows, count, next } = await listAccess(db, content, { role: query.role }, page)
    return { items: rows.map((row) => toUserPermission(row, urls)), count, next }
  }

/** Lists the people whom a caller may mention in a space, or ask for a review. */
export async function listPeopleOf({
  db,
  space,
  page,
  query,
  urls,
}: Reads<'space'> & { query: Static<typeof PeopleQuery> }) {
  const { id, organization_id, parent_id, default_level } = space
  const content = { kind: 'space' as const, id, organization_id, parent_id, default_level }
  const atLeast = query.canReview ? ('review' as const) : undefined
  const { rows, count, next } = await listAccess(db, content, { search: query.search, atLeast }, page)
  return { items: rows.map((row) => toUser(row, urls)), count, next }
}

const toUserPermission = (row: Parameters<typeof toUser>[0] & { permission: Role }, urls: Urls) => ({
  permission: row.permission,
  user: toUser(row, urls),
})

/** Undefined keeps the role; null removes it, if there is one. */
async function setRole(
  db: Db,
  target: GrantTarget,
  grantee: Grantee,
  ids: readonly string[],
  role: Role | null | undefined,
): Promise<void> {
  if (ids.length === 0 || role === undefined) return
  if (role === null) await removeGrants(db, target, grantee, ids)
  else await putGrants(db, target, grantee, ids, role)
}

async function listUnknown(
  db: Db,
  organizationId: string,
  grantee: Grantee,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  await lockGrantees(db, organizationId, grantee, ids)
  const known = await listInOrganization(db, organizationId, grantee, ids)
  return ids.filter((id) => !known.has(id))
}

// Removing a member locks the organization, and removing a team locks the team. Taking the same locks keeps grantees
// from being removed meanwhile.
async function lockGrantees(db: Db, organizationId: string, grantee: Grantee, ids: readonly string[]): Promise<void> {
  if (grantee === 'user') return lock(db, 'organization', organizationId)
  for (const id of [...ids].sort()) await lock(db, 'team', id)
}

async function requireInOrganization(db: Db, organizationId: string, invited: { users: string[]; teams: string[] }) {
  const users = await listUnknown(db, organizationId, 'user', invited.users)
  const teams = await listUnknown(db, organizationId, 'team', invited.teams)
  const issues = [
    ...users.map((id) => ({ path: 'users', message: `${id} is not a member of this organization` })),
    ...teams.map((id) => ({ path: 'teams', message: `${id} is not a team of this organization` })),
  ]
  if (issues.length > 0) throw new ApiError('notFound', issues)
}
