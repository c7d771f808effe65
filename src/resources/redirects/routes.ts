import { routes } from '../../server/operation.ts'
import {
  NewRedirect,
  RedirectBatch,
  RedirectOutcomes,
  RedirectPatch,
  RedirectQuery,
  RedirectsQuery,
  RedirectTarget,
  SiteRedirect,
} from '../../shapes/redirects.ts'

const SITE = '/orgs/:organizationId/sites/:siteId'

export const redirectRoutes = routes('Site redirects', {
  listSiteRedirects: {
    get: `${SITE}/redirects`,
    can: 'site.view',
    query: RedirectsQuery,
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
    summary: 'Create a redirect from a path to a part of the site, a page or an external URL',
  },
  bulkUpsertSiteRedirects: {
    put: `${SITE}/redirects`,
    can: 'site.admin',
    body: RedirectBatch,
    reply: RedirectOutcomes,
    event: 'site.redirects.updated',
    summary: 'Create, update, delete and publish redirects by source; each succeeds or fails independently',
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
    summary: 'Get the redirect target of a path',
  },
})
