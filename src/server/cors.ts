// Allows any origin to call the API. Requests of other origins carry no credentials but the
// tokens that they name: cookies are accepted from the server's own pages only.
import type { FastifyInstance } from 'fastify'

export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Location, ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id',
}

const DAY_IN_SECONDS = '86400'

export function allowEveryOrigin(http: FastifyInstance): void {
  http.options('/*', (request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      .header('access-control-max-age', DAY_IN_SECONDS)
      .header('vary', 'Access-Control-Request-Headers')
      .send(),
  )
}
