// Permissions on spaces and collections: the same operations at two paths. They require `admin` on the object, even
// reading, because the lists name people and teams. Only finding people to mention is for everyone there.
import { routes } from '../../server/operation.ts'
import {
  Invitation,
  PeopleQuery,
  PermissionPatch,
  RoleFilter,
  TeamPermission,
  UserPermission,
} from '../../shapes/permissions.ts'
import { User } from '../../shapes/users.ts'

export const spacePermissionRoutes = routes('Permissions of spaces', {
  inviteToSpace: {
    post: '/spaces/:spaceId/permissions',
    can: 'space.admin',
    body: Invitation,
    event: 'space.permissions.updated',
    summary: 'Grant or remove roles of users and teams on a space',
  },
  listUserPermissionsInSpace: {
    get: '/spaces/:spaceId/permissions/users',
    can: 'space.admin',
    list: UserPermission,
    summary: 'List the users with an individual role on a space',
  },
  updateUserPermissionInSpace: {
    patch: '/spaces/:spaceId/permissions/users/:userId',
    can: 'space.admin',
    body: PermissionPatch,
    event: 'space.permissions.updated',
    summary: 'Update the role of a user on a space',
  },
  removeUserFromSpace: {
    delete: '/spaces/:spaceId/permissions/users/:userId',
    can: 'space.admin',
    event: 'space.permissions.updated',
    summary: 'Remove the role of a user on a space',
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
    summary: 'Update the role of a team on a space',
  },
  removeTeamFromSpace: {
    delete: '/spaces/:spaceId/permissions/teams/:teamId',
    can: 'space.admin',
    event: 'space.permissions.updated',
    summary: 'Remove the role of a team on a space',
  },
  listPermissionsAggregateInSpace: {
    get: '/spaces/:spaceId/permissions/aggregate',
    can: 'space.admin',
    query: RoleFilter,
    list: UserPermission,
    summary: 'List everyone with access to a space, with their effective role',
  },
  listPeopleInSpace: {
    get: '/spaces/:spaceId/people',
    can: 'space.view',
    query: PeopleQuery,
    list: User,
    summary: 'Find the people you may mention in a space or ask for a review: those with access to it',
  },
})

export const collectionPermissionRoutes = routes('Permissions of collections', {
  inviteToCollection: {
    post: '/collections/:collectionId/permissions',
    can: 'collection.admin',
    body: Invitation,
    event: 'collection.permissions.updated',
    summary: 'Grant or remove roles of users and teams on a collection',
  },
  listUserPermissionsInCollection: {
    get: '/collections/:collectionId/permissions/users',
    can: 'collection.admin',
    list: UserPermission,
    summary: 'List the users with an individual role on a collection',
  },
  updateUserPermissionInCollection: {
    patch: '/collections/:collectionId/permissions/users/:userId',
    can: 'collection.admin',
    body: PermissionPatch,
    event: 'collection.permissions.updated',
    summary: 'Update the role of a user on a collection',
  },
  removeUserFromCollection: {
    delete: '/collections/:collectionId/permissions/users/:userId',
    can: 'collection.admin',
    event: 'collection.permissions.updated',
    summary: 'Remove the role of a user on a collection',
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
    summary: 'Update the role of a team on a collection',
  },
  removeTeamFromCollection: {
    delete: '/collections/:collectionId/permissions/teams/:teamId',
    can: 'collection.admin',
    event: 'collection.permissions.updated',
    summary: 'Remove the role of a team on a collection',
  },
  listPermissionsAggregateInCollection: {
    get: '/collections/:collectionId/permissions/aggregate',
    can: 'collection.admin',
    query: RoleFilter,
    list: UserPermission,
    summary: 'List everyone with access to a collection, with their effective role',
  },
})
