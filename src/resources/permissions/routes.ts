// Permissions of spaces and of collections are twins: the same operations, under the one path and the other. All of them
// need `admin` on the object, reading too, because the lists name people and teams.
import { routes } from '../../server/operation.ts'
import { Invitation, PermissionPatch, RoleFilter, TeamPermission, UserPermission } from './schemas.ts'

export const spacePermissionRoutes = routes('Permissions of spaces', {
  inviteToSpace: {
    post: '/spaces/:spaceId/permissions',
    can: 'space.admin',
    body: Invitation,
    event: 'space.permissions.updated',
    summary: 'Give users or teams a role on a space, or take it away',
  },
  listUserPermissionsInSpace: {
    get: '/spaces/:spaceId/permissions/users',
    can: 'space.admin',
    list: UserPermission,
    summary: 'List the users with a role of their own on a space',
  },
  updateUserPermissionInSpace: {
    patch: '/spaces/:spaceId/permissions/users/:userId',
    can: 'space.admin',
    body: PermissionPatch,
    event: 'space.permissions.updated',
    summary: 'Change the role of a user on a space',
  },
  removeUserFromSpace: {
    delete: '/spaces/:spaceId/permissions/users/:userId',
    can: 'space.admin',
    event: 'space.permissions.updated',
    summary: 'Take the role of a user on a space away',
  },
  listTeamPermissionsInSpace: {
    get: '/spaces/:spaceId/permissions/teams',
    can: 'space.admin',
    list: TeamPermission,
    summary: 'List the teams with a role on a space',
  },
  updateTeamPermissionInSpace: {
    patch: '/spaces/:spaceId/permissions/teams/:teamId',
    can: 'space.admin',
    body: PermissionPatch,
    event: 'space.permissions.updated',
    summary: 'Change the role of a team on a space',
  },
  removeTeamFromSpace: {
    delete: '/spaces/:spaceId/permissions/teams/:teamId',
    can: 'space.admin',
    event: 'space.permissions.updated',
    summary: 'Take the role of a team on a space away',
  },
  listPermissionsAggregateInSpace: {
    get: '/spaces/:spaceId/permissions/aggregate',
    can: 'space.admin',
    query: RoleFilter,
    list: UserPermission,
    summary: 'List everybody with access to a space, with the role that results from everything',
  },
})

export const collectionPermissionRoutes = routes('Permissions of collections', {
  inviteToCollection: {
    post: '/collections/:collectionId/permissions',
    can: 'collection.admin',
    body: Invitation,
    event: 'collection.permissions.updated',
    summary: 'Give users or teams a role on a collection, or take it away',
  },
  listUserPermissionsInCollection: {
    get: '/collections/:collectionId/permissions/users',
    can: 'collection.admin',
    list: UserPermission,
    summary: 'List the users with a role of their own on a collection',
  },
  updateUserPermissionInCollection: {
    patch: '/collections/:collectionId/permissions/users/:userId',
    can: 'collection.admin',
    body: PermissionPatch,
    event: 'collection.permissions.updated',
    summary: 'Change the role of a user on a collection',
  },
  removeUserFromCollection: {
    delete: '/collections/:collectionId/permissions/users/:userId',
    can: 'collection.admin',
    event: 'collection.permissions.updated',
    summary: 'Take the role of a user on a collection away',
  },
  listTeamPermissionsInCollection: {
    get: '/collections/:collectionId/permissions/teams',
    can: 'collection.admin',
    list: TeamPermission,
    summary: 'List the teams with a role on a collection',
  },
  updateTeamPermissionInCollection: {
    patch: '/collections/:collectionId/permissions/teams/:teamId',
    can: 'collection.admin',
    body: PermissionPatch,
    event: 'collection.permissions.updated',
    summary: 'Change the role of a team on a collection',
  },
  removeTeamFromCollection: {
    delete: '/collections/:collectionId/permissions/teams/:teamId',
    can: 'collection.admin',
    event: 'collection.permissions.updated',
    summary: 'Take the role of a team on a collection away',
  },
  listPermissionsAggregateInCollection: {
    get: '/collections/:collectionId/permissions/aggregate',
    can: 'collection.admin',
    query: RoleFilter,
    list: UserPermission,
    summary: 'List everybody with access to a collection, with the role that results from everything',
  },
})
