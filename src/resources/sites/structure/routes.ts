import { routes } from '../../../server/operation.ts'
import { ShareKeyQuery } from '../../../shapes/share-links.ts'
import { SiteStructure, SiteStructureItem, StructureSort } from '../../../shapes/site-structure.ts'

const STRUCTURE = '/orgs/:organizationId/sites/:siteId/structure'

export const siteStructureRoutes = routes('Site structure', {
  getSiteStructure: {
    get: STRUCTURE,
    can: 'site.view',
    query: ShareKeyQuery,
    reply: SiteStructure,
    summary: 'Get the structure of a site',
  },
  sortSiteStructure: {
    patch: `${STRUCTURE}/sort`,
    can: 'site.admin',
    body: StructureSort,
    reply: SiteStructureItem,
    event: 'site.structure.updated',
    summary: 'Move a part of a site before or after another',
  },
})
