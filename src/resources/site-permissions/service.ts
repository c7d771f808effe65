import type { Static } from 'typebox'
import { lacksRequiredSso } from '../../access/loading/objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { roleOnSite } from '../../access/roles.ts'
import { listSiteAccess, type SiteViewer } from '../../access/site-roles.ts'
import { permissionsOn, toUser } from '../../domain/people/index.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { sitePermissionRoutes } from './routes.ts'
import type { UserSitePermission } from './schemas.ts'

const onSite = permissionsOn('site')

type SiteContext = Pick<Objects, 'organization' | 'site'> & { urls: Urls }

export const sitePermissions = implement(sitePermissionRoutes, {
  inviteToSite: onSite.invite,
  listUserPermissionsInSite: onSite.listUsers,
  updateUserPermissionInSite: onSite.updateUser,
  removeUserFromSite: onSite.removeUser,
  listTeamPermissionsInSite: onSite.listTeams,
  updateTeamPermissionInSite: onSite.updateTeam,
  removeTeamFromSite: onSite.removeTeam,

  async listPermissionsAggregateInSite({ db, page, ...place }) {
    const { rows, count, next } = await listSiteAccess(db, place.site, page)
    return { items: rows.map((row) => toSitePermission(row, place)), count, next }
  },
})

function toSitePermission(row: SiteViewer, place: SiteContext): Static<typeof UserSitePermission> {
  const { member_role, sso, given } = row
  return {
    permission: roleOnSite({ role: member_role }, given === null ? [] : [given]) ?? 'read',
    user: toUser(row, place.urls),
    origin: originOf(row, place.site),
    disabled: lacksRequiredSso({ organization_sso: place.organization.sso, member_sso: sso, member_role }),
    lastSeenAt: row.last_seen_at ?? undefined,
  }
}

/** The origin of the role: the organization, unless the site or a space grants more. */
function originOf({ member_role, given, team_id, space_id }: SiteViewer, site: Objects['site']) {
  if (space_id !== null) return { type: 'space' as const, space: space_id }
  if (given === null || roleOnSite({ role: member_role }, [given]) === member_role)
    return { type: 'organization' as const, organization: site.organization_id }
  const onSiteItself = { type: 'site' as const, site: site.id }
  return team_id === null
    ? { ...onSiteItself, reason: 'member' as const }
    : { ...onSiteItself, reason: 'team' as const, team: team_id }
}
