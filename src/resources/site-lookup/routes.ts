import { routes } from '../../server/operation.ts'
import { Lookup, LookupQuery, PublishedSiteContentLookup } from './schemas.ts'

export const siteLookupRoutes = routes('Published content', {
  resolvePublishedContentByUrl: {
    post: '/urls/published',
    can: 'public',
    readOnly: true,
    body: Lookup,
    reply: PublishedSiteContentLookup,
    summary: 'Resolve a URL of a published site, and get a token that reads its content',
  },
  getPublishedContentByUrl: {
    get: '/urls/published',
    can: 'user',
    query: LookupQuery,
    reply: PublishedSiteContentLookup,
    summary: 'Resolve a URL of a published site; deprecated',
  },
})
