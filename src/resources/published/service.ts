import { implement } from '../../server/operation.ts'
import { lookUp, readUrl } from './lookup.ts'
import { publishedRoutes } from './routes.ts'

export const published = implement(publishedRoutes, {
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
