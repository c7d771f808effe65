import { implement } from '../../server/operation.ts'
import { lookUp, readUrl } from './lookup.ts'
import { siteLookupRoutes } from './routes.ts'

export const siteLookup = implement(siteLookupRoutes, {
  resolvePublishedContentByUrl: ({ body, ...door }) =>
    lookUp(door, {
      url: readUrl(body.url),
      visitor: body.visitor ?? {},
      redirectOnError: body.redirectOnError === true,
    }),

  getPublishedContentByUrl: ({ query, ...door }) =>
    lookUp(door, {
      url: readUrl(query.url),
      visitor: { jwtToken: query.visitorAuthToken },
      redirectOnError: query.redirectOnError === true,
    }),
})
