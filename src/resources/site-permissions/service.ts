import { implement } from '../../server/operation.ts'
import { toUser } from '../users/queries.ts'
import { takePermissions } from './queries.ts'
import { sitePermissionRoutes } from './routes.ts'

export const sitePermissions = implement(sitePermissionRoutes, {
  async listPermissionsAggregateInSite({ db, site, page, urls }) {
    const { rows, count, next } = await takePermissions(db, site, page)
    const items = rows.map((row) => ({
      permission: row.role ?? ('read' as const),
      user: toUser(row, urls),
      origin:
        row.space_id === null
          ? { type: 'organization' as const, organization: site.organization_id }
          : { type: 'space' as const, space: row.space_id },
    }))
    return { items, count, next }
  },
})
