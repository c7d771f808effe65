import { findWordsState } from '../../db/words-state.ts'
import { routes } from '../../server/operation.ts'
import { PageResult, SearchQuery, SiteSearch, SpaceResult } from './schemas.ts'

/** Results are long, and most people look at the first ones. */
const PAGE_SIZE = 10

export const searchRoutes = routes('Search', {
  searchSpaceContent: {
    get: '/spaces/:spaceId/search',
    can: 'space.view',
    etag: (objects, _query, _params, db) => findWordsState(db, objects.space!),
    cacheable: true,
    query: SearchQuery,
    list: PageResult,
    pageSize: PAGE_SIZE,
    summary: 'Search the pages of a space, best matches first',
  },
  searchOrganizationContent: {
    get: '/orgs/:organizationId/search',
    can: 'organization.view',
    kept: true,
    query: SearchQuery,
    list: SpaceResult,
    pageSize: PAGE_SIZE,
    summary: 'Search all spaces of an organization that you can see, best matches first',
  },
})

export const siteSearchRoutes = routes('Site search', {
  searchSiteContent: {
    post: '/orgs/:organizationId/sites/:siteId/search',
    can: 'site.view',
    visitors: true,
    readOnly: true,
    body: SiteSearch,
    list: SpaceResult,
    summary: 'Search the spaces of a site, best matches first',
  },
})
