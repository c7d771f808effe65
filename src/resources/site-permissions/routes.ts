// Permissions of users and teams on a site. They do not extend to its spaces.
import { routes } from '../../server/operation.ts'
import { Invitation, PermissionPatch, TeamPermission, UserPermission } from '../../shapes/permissions.ts'
import { UserSitePermission } from './schemas.ts'

export const sitePermissionRoutes = routes('Site permissions', {
  inviteToSite: {
    post: '/orgs/:organizationId/sites/:siteId/permissions',
    can: 'site.admin',
    body: Invitation,
    event: 'site.permissions.updated',
    summary: 'Grant or remove roles of users and teams on a site',
  },
  listUserPermissionsInSite: {
    get: '/orgs/:organizationId/sites/:siteId/permissions/users',
    can: 'site.admin',
    list: UserPermission,
    summary: 'List the users with an individual role on a site',
  },
  updateUserPermissionInSite: {
    patch: '/orgs/:organizationId/sites/:siteId/permissions/users/:userId',
    can: 'site.admin',
    body: PermissionPatch,
    event: 'site.permissions.updated',
    summary: 'Update the role of a user on a site',
  },
  removeUserFromSite: {
    delete: '/orgs/:organizationId/sites/:siteId/permissions/users/:userId',
    can: 'site.admin',
    event: 'site.permissions.updated',
    summary: 'Remove the role of a user on a site',
  },
  listTeamPermissionsInSite: {
    get: '/orgs/:organizationId/sites/:siteId/permissions/teams',
    can: 'site.admin',
    list: TeamPermission,
    summary: 'List the teams with a role on a site',
  },
  updateTeamPermissionInSite: {
    patch: '/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId',
    can: 'site.admin',
    body: PermissionPatch,
    event: 'site.permissions.updated',
    summary: 'Update the role of a team on a site',
  },
  removeTeamFromSite: {
    delete: '/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId',
    can: 'site.admin',
    event: 'site.permissions.updated',
    summary: 'Remove the role of a team on a site',
  },
  listPermissionsAggregateInSite: {
    get: '/orgs/:organizationId/sites/:siteId/permissions/aggregate',
    can: 'site.admin',
    list: UserSitePermission,
    summary: 'List everyone who can see a site, with their role and its origin',
  },
})
