import { routes } from '../../server/operation.ts'
import { NewRedirect, RedirectPatch, RedirectQuery, RedirectTarget, SiteRedirect } from './schemas.ts'

const SITE = '/orgs/:organizationId/sites/:siteId'

export const redirectRoutes = routes('Site redirects', {
  listSiteRedirects: {
    get: `${SITE}/redirects`,
    can: 'site.view',
    list: SiteRedirect,
    summary: 'List the redirects of a site',
  },
  createSiteRedirect: {
    post: `${SITE}/redirects`,
    can: 'site.admin',
    body: NewRedirect,
    reply: SiteRedirect,
    status: 201,
    event: 'site.redirect.created',
    summary: 'Lead from an old path to a part of the site or to a page',
  },
  updateSiteRedirectById: {
    patch: `${SITE}/redirects/:siteRedirectId`,
    can: 'site.admin',
    body: RedirectPatch,
    reply: SiteRedirect,
    event: 'site.redirect.updated',
    summary: 'Update a redirect',
  },
  deleteSiteRedirectById: {
    delete: `${SITE}/redirects/:siteRedirectId`,
    can: 'site.admin',
    event: 'site.redirect.deleted',
    summary: 'Delete a redirect',
  },
  getSiteRedirectBySource: {
    get: `${SITE}/redirect`,
    can: 'site.view',
    visitors: true,
    query: RedirectQuery,
    reply: RedirectTarget,
    summary: 'Find out where a path of the site leads that has no page',
  },
})
