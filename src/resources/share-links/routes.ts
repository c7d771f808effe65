import { routes } from '../../server/operation.ts'
import { NewShareLink, ShareLink, ShareLinkPatch } from '../../shapes/share-links.ts'

const LINKS = '/orgs/:organizationId/sites/:siteId/share-links'

export const shareLinkRoutes = routes('Share links', {
  listSiteShareLinks: {
    get: LINKS,
    can: 'site.admin',
    list: ShareLink,
    summary: 'List the share links of a site, with their secrets',
  },
  createSiteShareLink: {
    post: LINKS,
    can: 'site.admin',
    body: NewShareLink,
    reply: ShareLink,
    status: 201,
    event: 'site.share-link.created',
    summary: 'Create a share link',
  },
  updateSiteShareLinkById: {
    patch: `${LINKS}/:shareLinkId`,
    can: 'site.admin',
    body: ShareLinkPatch,
    reply: ShareLink,
    event: 'site.share-link.updated',
    summary: 'Rename, enable or disable a share link',
  },
  deleteSiteShareLinkById: {
    delete: `${LINKS}/:shareLinkId`,
    can: 'site.admin',
    event: 'site.share-link.deleted',
    summary: 'Delete a share link; it stops working immediately',
  },
})
