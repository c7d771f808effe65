import { routes } from '../../server/operation.ts'
import { Lookup, LookupQuery, PublishedSiteContentLookup } from './schemas.ts'

export const publishedRoutes = routes('Published content', {
  resolvePublishedContentByUrl: {
    post: '/urls/published',
    can: 'public',
    asks: true,
    body: Lookup,
    reply: PublishedSiteContentLookup,
    summary: 'Find out what an address of a published site leads to, and get a token that reads it',
  },
  getPublishedContentByUrl: {
    get: '/urls/published',
    can: 'user',
    query: LookupQuery,
    reply: PublishedSiteContentLookup,
    summary: 'The same by GET; deprecated',
  },
})
