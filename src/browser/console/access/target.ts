// What has roles of its own: a space, a collection or a site. The operations are the same at three paths.
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import type { Role } from '../people/role-field.tsx'
import { refreshSpaces } from '../spaces/changing.ts'

const SITE = '/orgs/:organizationId/sites/:siteId'

export interface Target {
  kind: 'space' | 'collection' | 'site'
  id: string
  title: string
  organization: string
  parent?: string | undefined
  /** What all members have here. A site adds nothing to their role in the organization. */
  defaultLevel?: Level
}

/** What all members may do: null is nothing. */
export type Level = ReplyTo<'GET /spaces/:spaceId'>['defaultLevel']

/** Somebody with access, and the role that counts. */
export type Access =
  | ReplyTo<'GET /spaces/:spaceId/permissions/aggregate'>['items'][number]
  | ReplyTo<`GET ${typeof SITE}/permissions/aggregate`>['items'][number]

/** Who holds a role: a user or a team. */
export interface Holder {
  kind: 'user' | 'team'
  id: string
}

const PATHS = { space: '/spaces/:spaceId', collection: '/collections/:collectionId', site: SITE } as const

/** The calls of each kind. */
export const CALLS = {
  space: {
    users: 'GET /spaces/:spaceId/permissions/users',
    teams: 'GET /spaces/:spaceId/permissions/teams',
    all: 'GET /spaces/:spaceId/permissions/aggregate',
  },
  collection: {
    users: 'GET /collections/:collectionId/permissions/users',
    teams: 'GET /collections/:collectionId/permissions/teams',
    all: 'GET /collections/:collectionId/permissions/aggregate',
  },
  site: {
    users: `GET ${SITE}/permissions/users`,
    teams: `GET ${SITE}/permissions/teams`,
    all: `GET ${SITE}/permissions/aggregate`,
  },
} as const

/** The parameters of the path; those of one kind are used. */
export const pathOf = ({ id, organization }: Pick<Target, 'id' | 'organization'>) => ({
  spaceId: id,
  collectionId: id,
  siteId: id,
  organizationId: organization,
})

export async function grant(target: Target, role: Role, users: string[], teams: string[]): Promise<void> {
  const body = { role, ...(users.length > 0 && { users }), ...(teams.length > 0 && { teams }) }
  const path = pathOf(target)
  if (target.kind === 'space') await call('POST /spaces/:spaceId/permissions', { ...path, body })
  else if (target.kind === 'site') await call(`POST ${SITE}/permissions`, { ...path, body })
  else await call('POST /collections/:collectionId/permissions', { ...path, body })
  refreshGrants()
}

export async function take(target: Target, { kind, id }: Holder): Promise<void> {
  const path = { ...pathOf(target), userId: id, teamId: id }
  await call(`DELETE ${PATHS[target.kind]}/permissions/${kind === 'user' ? 'users/:userId' : 'teams/:teamId'}`, path)
  refreshGrants()
}

/** For a space or a collection. */
export async function setLevel(target: Target, defaultLevel: Level): Promise<void> {
  const path = pathOf(target)
  const body = { defaultLevel }
  if (target.kind === 'space') await call('PATCH /spaces/:spaceId', { ...path, body })
  else await call('PATCH /collections/:collectionId', { ...path, body })
  refreshSpaces()
}

const refreshGrants = (): void => refresh(...Object.values(CALLS).flatMap(({ users, teams }) => [users, teams]))
