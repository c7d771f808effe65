import { routes } from '../../server/operation.ts'
import { PreviewQuery, PreviewUrl, PublishingAuthPatch, SitePublishingAuth } from './schemas.ts'

const PUBLISHING = '/orgs/:organizationId/sites/:siteId/publishing'

export const publishingRoutes = routes('Site publishing', {
  getSitePublishingAuthById: {
    get: `${PUBLISHING}/auth`,
    can: 'site.admin',
    reply: SitePublishingAuth,
    summary: 'Get how visitors of a site sign in',
  },
  updateSitePublishingAuthById: {
    patch: `${PUBLISHING}/auth`,
    can: 'site.admin',
    body: PublishingAuthPatch,
    reply: SitePublishingAuth,
    event: 'site.auth.updated',
    summary: 'Update how visitors of a site sign in',
  },
  regenerateSitePublishingAuthById: {
    post: `${PUBLISHING}/auth/regenerate`,
    can: 'site.admin',
    reply: SitePublishingAuth,
    event: 'site.auth.regenerated',
    summary: 'Make a new private key; every visitor has to sign in again',
  },
  getSitePublishingPreviewById: {
    get: `${PUBLISHING}/preview`,
    can: 'site.view',
    query: PreviewQuery,
    reply: PreviewUrl,
    summary: 'Get an address under which you can look at a site as a visitor would, published or not',
  },
})
