import { routes } from '../../server/operation.ts'
import { NewSitePreview, SitePreview, SitePreviewPatch } from '../../shapes/site-previews.ts'

const PREVIEWS = '/orgs/:organizationId/sites/:siteId/previews'

export const sitePreviewRoutes = routes('Site previews', {
  listSitePreviews: {
    get: PREVIEWS,
    can: 'site.view',
    list: SitePreview,
    summary: 'List the previews of a site that you created, or all if you manage the site',
  },
  createSitePreview: {
    post: PREVIEWS,
    can: 'site.view',
    body: NewSitePreview,
    reply: SitePreview,
    status: 201,
    event: 'site.preview.created',
    summary: 'Create a link that previews a change request, a revision or a moment on a site, published or not',
  },
  updateSitePreviewById: {
    patch: `${PREVIEWS}/:sitePreviewId`,
    can: 'site.view',
    body: SitePreviewPatch,
    reply: SitePreview,
    event: 'site.preview.updated',
    summary: 'Show a preview with other settings. There is one event when it first has settings of its own',
  },
  deleteSitePreviewById: {
    delete: `${PREVIEWS}/:sitePreviewId`,
    can: 'site.view',
    event: 'site.preview.deleted',
    summary: 'Revoke a preview; its link stops working immediately',
  },
})
