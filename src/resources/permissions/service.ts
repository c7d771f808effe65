import { listAccessTo, listPeopleOf, permissionsOn } from '../../domain/people/index.ts'
import { implement } from '../../server/operation.ts'
import { collectionPermissionRoutes, spacePermissionRoutes } from './routes.ts'

const onSpace = permissionsOn('space')

export const spacePermissions = implement(spacePermissionRoutes, {
  inviteToSpace: onSpace.invite,
  listUserPermissionsInSpace: onSpace.listUsers,
  updateUserPermissionInSpace: onSpace.updateUser,
  removeUserFromSpace: onSpace.removeUser,
  listTeamPermissionsInSpace: onSpace.listTeams,
  updateTeamPermissionInSpace: onSpace.updateTeam,
  removeTeamFromSpace: onSpace.removeTeam,
  listPermissionsAggregateInSpace: listAccessTo('space'),
  listPeopleInSpace: listPeopleOf,
})

const onCollection = permissionsOn('collection')

export const collectionPermissions = implement(collectionPermissionRoutes, {
  inviteToCollection: onCollection.invite,
  listUserPermissionsInCollection: onCollection.listUsers,
  updateUserPermissionInCollection: onCollection.updateUser,
  removeUserFromCollection: onCollection.removeUser,
  listTeamPermissionsInCollection: onCollection.listTeams,
  updateTeamPermissionInCollection: onCollection.updateTeam,
  removeTeamFromCollection: onCollection.removeTeam,
  listPermissionsAggregateInCollection: listAccessTo('collection'),
})
