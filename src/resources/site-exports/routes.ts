import { routes } from '../../server/operation.ts'
import { SiteExportQuery, SiteExportUrl } from './schemas.ts'

export const siteExportRoutes = routes('Site exports', {
  getSiteExport: {
    get: '/orgs/:organizationId/sites/:siteId/export',
    can: 'site.view',
    query: SiteExportQuery,
    reply: SiteExportUrl,
    summary: 'Get the URL of an archive of a site: pages that open in a browser without a server',
  },
})
