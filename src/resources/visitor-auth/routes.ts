import { routes } from '../../server/operation.ts'
import { PreviewQuery, PreviewUrl, PublishingAuthPatch, SitePublishingAuth } from './schemas.ts'

const PUBLISHING = '/orgs/:organizationId/sites/:siteId/publishing'

export const visitorAuthRoutes = routes('Site publishing', {
  getSitePublishingAuthById: {
    get: `${PUBLISHING}/auth`,
    can: 'site.admin',
    reply: SitePublishingAuth,
    summary: 'Get the visitor authentication of a site',
  },
  updateSitePublishingAuthById: {
    patch: `${PUBLISHING}/auth`,
    can: 'site.admin',
    body: PublishingAuthPatch,
    reply: SitePublishingAuth,
    event: 'site.auth.updated',
    summary: 'Update the visitor authentication of a site',
  },
  regenerateSitePublishingAuthById: {
    post: `${PUBLISHING}/auth/regenerate`,
    can: 'site.admin',
    reply: SitePublishingAuth,
    event: 'site.auth.regenerated',
    summary: 'Create a new private key; all visitors have to sign in again',
  },
  getSitePublishingPreviewById: {
    get: `${PUBLISHING}/preview`,
    can: 'site.view',
    query: PreviewQuery,
    reply: PreviewUrl,
    summary: 'Get a URL that previews a site as a visitor sees it, published or not',
  },
})
