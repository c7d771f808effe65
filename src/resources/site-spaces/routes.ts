import { routes } from '../../server/operation.ts'
import { NewSiteSpace, SiteSpace, SiteSpaceMove, SiteSpacePatch, SiteSpacesQuery } from '../../shapes/site-structure.ts'

const SITE_SPACES = '/orgs/:organizationId/sites/:siteId/site-spaces'

export const siteSpaceRoutes = routes('Site spaces', {
  listSiteSpaces: {
    get: SITE_SPACES,
    can: 'site.view',
    query: SiteSpacesQuery,
    list: SiteSpace,
    summary: 'List the site spaces of a site, in order',
  },
  addSpaceToSite: {
    post: SITE_SPACES,
    can: 'site.admin',
    body: NewSiteSpace,
    reply: SiteSpace,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Add a space at the end of a section or of the site',
  },
  updateSiteSpaceById: {
    patch: `${SITE_SPACES}/:siteSpaceId`,
    can: 'site.admin',
    body: SiteSpacePatch,
    reply: SiteSpace,
    event: 'site.structure.updated',
    summary: 'Update a site space',
  },
  deleteSiteSpaceById: {
    delete: `${SITE_SPACES}/:siteSpaceId`,
    can: 'site.admin',
    status: 205,
    event: 'site.structure.updated',
    summary: 'Remove a space from a site; the space itself stays',
  },
  duplicateSiteSpace: {
    post: `${SITE_SPACES}/:siteSpaceId/duplicate`,
    can: 'site.admin',
    reply: SiteSpace,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Duplicate the space of a site space and add the copy directly after it',
  },
  moveSiteSpace: {
    post: `${SITE_SPACES}/:siteSpaceId/move`,
    can: 'site.admin',
    body: SiteSpaceMove,
    reply: SiteSpace,
    event: 'site.structure.updated',
    summary: 'Move a site space before or after another',
  },
})
