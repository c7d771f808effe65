// What can be done with permissions, said once for spaces and collections. Only members and teams of the organization
// hold a role.
import type { Static } from 'typebox'
import { takeAccess } from '../../access/aggregate.ts'
import type { Caller } from '../../access/caller.ts'
import { loadOrganization, lock } from '../../access/load.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db, Role } from '../../db/tables.ts'
import { ApiError, problem } from '../../errors.ts'
import type { ContextOf, Operation } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { toTeam, withTeamSpaces } from '../teams/queries.ts'
import { toUser } from '../users/queries.ts'
import {
  type Holder,
  listInOrganization,
  putGrants,
  removeGrants,
  type Target,
  takeTeamGrants,
  takeUserGrants,
} from './queries.ts'
import type { Invitation, PermissionPatch, RoleFilter } from './schemas.ts'

type Kind = Target['kind']
type Reads<K extends Kind> = Pick<Objects, K> & { db: Db; caller: Caller; page: Page; urls: Urls }
type Writes<K extends Kind> = Pick<Objects, K> & { db: Db; note: ContextOf<Operation>['note'] }
type Names<H extends Holder> = { params: Record<`${H}Id`, string> }

export function permissionsOn<K extends Kind>(kind: K) {
  const targetOf = (context: Pick<Objects, K>) => {
    const { id, organization_id, parent_id, default_level } = context[kind]
    return { kind, id, organization_id, parent_id, default_level }
  }

  const update =
    <H extends Holder>(holder: H) =>
    async (context: Writes<K> & Names<H> & { body: Static<typeof PermissionPatch> }) => {
      const { db, params, body, note } = context
      const target = targetOf(context)
      const id = params[`${holder}Id`]
      const [unknown] = await findUnknown(db, target.organization_id, holder, [id])
      if (unknown !== undefined) throw problem('notFound')
      await setRole(db, target, holder, [id], body.role)
      note({ data: { [holder]: id, role: body.role } })
    }

  const remove =
    <H extends Holder>(holder: H) =>
    async (context: Writes<K> & Names<H>) => {
      const { db, params, note } = context
      const id = params[`${holder}Id`]
      if ((await removeGrants(db, targetOf(context), holder, [id])) === 0) throw problem('notFound')
      note({ data: { [holder]: id, role: null } })
    }

  return {
    async invite(context: Writes<K> & { body: Static<typeof Invitation> }) {
      const { db, body, note } = context
      const { role } = body
      const target = targetOf(context)
      const users = [...new Set(body.users)]
      const teams = [...new Set(body.teams)]
      await demandInside(db, target.organization_id, { users, teams })
      await setRole(db, target, 'user', users, role)
      await setRole(db, target, 'team', teams, role)
      note({ data: { users, teams, role } })
    },

    async listUsers(context: Reads<K>) {
      const { rows, count, next } = await takeUserGrants(context.db, targetOf(context), context.page)
      return { items: rows.map((row) => toUserPermission(row, context.urls)), count, next }
    },

    async listTeams(context: Reads<K>) {
      const { db, caller, page } = context
      const target = targetOf(context)
      const organization = await loadOrganization(db, caller, target.organization_id)
      const { rows, count, next } = await takeTeamGrants(db, target, caller.user.id, page)
      const teams = await withTeamSpaces(db, organization.id, rows)
      return {
        items: teams.map((team) => ({ permission: team.permission, team: toTeam(team, organization) })),
        count,
        next,
      }
    },

    async listAccess(context: Reads<K> & { query: Static<typeof RoleFilter> }) {
      const { db, page, query, urls } = context
      const { rows, count, next } = await takeAccess(db, targetOf(context), query.role, page)
      return { items: rows.map((row) => toUserPermission(row, urls)), count, next }
    },

    updateUser: update('user'),
    updateTeam: update('team'),
    removeUser: remove('user'),
    removeTeam: remove('team'),
  }
}

const toUserPermission = (row: Parameters<typeof toUser>[0] & { permission: Role }, urls: Urls) => ({
  permission: row.permission,
  user: toUser(row, urls),
})

/** An omitted role stays as it is; null takes it away, also where there is none. */
async function setRole(
  db: Db,
  target: Target,
  holder: Holder,
  ids: readonly string[],
  role: Role | null | undefined,
): Promise<void> {
  if (ids.length === 0 || role === undefined) return
  if (role === null) await removeGrants(db, target, holder, ids)
  else await putGrants(db, target, holder, ids, role)
}

async function findUnknown(db: Db, organizationId: string, holder: Holder, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await keepFromLeaving(db, organizationId, holder, ids)
  const known = await listInOrganization(db, organizationId, holder, ids)
  return ids.filter((id) => !known.has(id))
}

// Whoever removes a member holds the organization, whoever removes a team holds the team: nobody goes while they are
// given something.
async function keepFromLeaving(db: Db, organizationId: string, holder: Holder, ids: readonly string[]): Promise<void> {
  if (holder === 'user') return lock(db, 'organization', organizationId)
  for (const id of [...ids].sort()) await lock(db, 'team', id)
}

async function demandInside(db: Db, organizationId: string, invited: { users: string[]; teams: string[] }) {
  const users = await findUnknown(db, organizationId, 'user', invited.users)
  const teams = await findUnknown(db, organizationId, 'team', invited.teams)
  const issues = [
    ...users.map((id) => ({ path: 'users', message: `${id} is no member of this organization` })),
    ...teams.map((id) => ({ path: 'teams', message: `${id} is no team of this organization` })),
  ]
  if (issues.length > 0) throw new ApiError('notFound', issues)
}
