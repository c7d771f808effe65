import { routes } from '../../server/operation.ts'
import { NewSite, Site, SitePatch, SitesQuery } from '../../shapes/sites.ts'

const SITES = '/orgs/:organizationId/sites'
const SITE = '/orgs/:organizationId/sites/:siteId'

export const siteRoutes = routes('Sites', {
  listSites: {
    get: SITES,
    can: 'organization.view',
    query: SitesQuery,
    list: Site,
    summary: 'List the sites of an organization',
  },
  createSite: {
    post: SITES,
    can: 'organization.createContent',
    body: NewSite,
    reply: Site,
    status: 201,
    event: 'site.created',
    summary: 'Create an unpublished site',
  },
  getSiteById: { get: SITE, can: 'site.view', reply: Site, summary: 'Get a site' },
  updateSiteById: {
    patch: SITE,
    can: 'site.admin',
    body: SitePatch,
    reply: Site,
    event: 'site.updated',
    summary: 'Update a site',
  },
  deleteSiteById: {
    delete: SITE,
    can: 'site.admin',
    event: 'site.deleted',
    summary: 'Delete a site; its spaces stay',
  },
  publishSite: {
    post: `${SITE}/publish`,
    can: 'site.admin',
    reply: Site,
    event: 'site.published',
    summary: 'Publish a site to the audience that its visibility defines',
  },
  unpublishSite: {
    post: `${SITE}/unpublish`,
    can: 'site.admin',
    reply: Site,
    event: 'site.unpublished',
    summary: 'Unpublish a site; its structure and settings stay',
  },
})
