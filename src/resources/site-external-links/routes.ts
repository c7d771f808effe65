import { routes } from '../../server/operation.ts'
import { ExternalLinkPatch, NewExternalLink, SiteExternalLink } from '../../shapes/site-structure.ts'

const LINKS = '/orgs/:organizationId/sites/:siteId/external-links'

export const siteExternalLinkRoutes = routes('Site external links', {
  addExternalLinkToSite: {
    post: LINKS,
    can: 'site.admin',
    body: NewExternalLink,
    reply: SiteExternalLink,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Add an external link after the sections of a site or of a section group',
  },
  updateSiteExternalLinkById: {
    patch: `${LINKS}/:siteExternalLinkId`,
    can: 'site.admin',
    body: ExternalLinkPatch,
    reply: SiteExternalLink,
    event: 'site.structure.updated',
    summary: 'Update an external link',
  },
  deleteSiteExternalLinkById: {
    delete: `${LINKS}/:siteExternalLinkId`,
    can: 'site.admin',
    status: 205,
    event: 'site.structure.updated',
    summary: 'Delete an external link',
  },
})
