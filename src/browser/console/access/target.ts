// What has roles of its own: a space or a collection. The operations are the same at two paths.
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import type { Role } from '../people/role-field.tsx'

export interface Target {
  kind: 'space' | 'collection'
  id: string
  title: string
  organization: string
  parent?: string | undefined
  defaultLevel: ReplyTo<'GET /spaces/:spaceId'>['defaultLevel']
}

/** Somebody with access, and the role that counts. */
export type Access = ReplyTo<'GET /spaces/:spaceId/permissions/aggregate'>['items'][number]

/** Who holds a role: a user or a team. */
export interface Holder {
  kind: 'user' | 'team'
  id: string
}

/** The calls of a space and of a collection. */
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
} as const

/** The parameter of the path; one of the two is used. */
export const pathOf = ({ id }: Pick<Target, 'id'>) => ({ spaceId: id, collectionId: id })

export async function grant(target: Target, role: Role, users: string[], teams: string[]): Promise<void> {
  const body = { role, ...(users.length > 0 && { users }), ...(teams.length > 0 && { teams }) }
  if (target.kind === 'space') await call('POST /spaces/:spaceId/permissions', { spaceId: target.id, body })
  else await call('POST /collections/:collectionId/permissions', { collectionId: target.id, body })
  refreshGrants()
}

export async function take(target: Target, { kind, id }: Holder): Promise<void> {
  const path = pathOf(target)
  if (target.kind === 'space') {
    if (kind === 'user') await call('DELETE /spaces/:spaceId/permissions/users/:userId', { ...path, userId: id })
    else await call('DELETE /spaces/:spaceId/permissions/teams/:teamId', { ...path, teamId: id })
  } else if (kind === 'user')
    await call('DELETE /collections/:collectionId/permissions/users/:userId', { ...path, userId: id })
  else await call('DELETE /collections/:collectionId/permissions/teams/:teamId', { ...path, teamId: id })
  refreshGrants()
}

const refreshGrants = (): void =>
  refresh(CALLS.space.users, CALLS.space.teams, CALLS.collection.users, CALLS.collection.teams)
