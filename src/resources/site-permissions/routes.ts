import Type from 'typebox'
import { ROLES } from '../../access/roles.ts'
import { routes } from '../../server/operation.ts'
import { named, oneOfOrNull } from '../../server/schemas.ts'
import { User } from '../users/schemas.ts'

const Origin = Type.Object({
  type: Type.Unsafe<'organization' | 'space'>({ type: 'string', enum: ['organization', 'space'] }),
  organization: Type.Optional(Type.String()),
  space: Type.Optional(Type.String()),
})

export const UserSitePermission = named(
  'UserSitePermission',
  Type.Object({ permission: oneOfOrNull(...ROLES), user: User, origin: Origin }),
)

export const sitePermissionRoutes = routes('Site permissions', {
  listPermissionsAggregateInSite: {
    get: '/orgs/:organizationId/sites/:siteId/permissions/aggregate',
    can: 'site.admin',
    list: UserSitePermission,
    summary: 'List everybody who can see a site, with their role on it and where it comes from',
  },
})
