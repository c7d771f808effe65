import { routes } from '../../../server/operation.ts'
import { ShareKeyQuery } from '../../share-links/schemas.ts'
import { SiteStructure, SiteStructureItem, StructureSort } from './schemas.ts'

const STRUCTURE = '/orgs/:organizationId/sites/:siteId/structure'

export const siteStructureRoutes = routes('Site structure', {
  getSiteStructure: {
    get: STRUCTURE,
    can: 'site.view',
    query: ShareKeyQuery,
    reply: SiteStructure,
    summary: 'Get all that a site shows, in its order',
  },
  sortSiteStructure: {
    patch: `${STRUCTURE}/sort`,
    can: 'site.admin',
    body: StructureSort,
    reply: SiteStructureItem,
    event: 'site.structure.updated',
    summary: 'Move one part of a site beside another',
  },
})
