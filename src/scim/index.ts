// SCIM 2.0 (RFC 7643, RFC 7644): identity providers create and deactivate members, and keep teams up to date.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { parseJson } from '../server/json-bodies.ts'
import { serveLater } from '../server/later-routes.ts'
import type { Urls } from '../server/urls.ts'
import { ScimError } from './errors.ts'
import { sendScimError } from './replies.ts'

/** The method and path of everything in `every-route.ts`. */
export const PLACES = [
  'GET /ServiceProviderConfig',
  ...['/ResourceTypes', '/Schemas'].flatMap((path) => [`GET ${path}`, `GET ${path}/:id`]),
  ...['/Users', '/Groups'].flatMap((path) => [
    ...[`GET ${path}`, `POST ${path}`],
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/:id`),
  ]),
]

const BODY_LIMIT = 2 * 1024 * 1024

export function serveScim(http: FastifyInstance, database: Database, urls: Urls): void {
  http.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        async (_request: unknown, text: string) => (text === '' ? undefined : parseJson(text)),
      )
      scope.setErrorHandler((error, _request, reply) => {
        if ((error as { status?: number }).status !== 400) throw error
        return sendScimError(reply, new ScimError(400, (error as Error).message, 'invalidSyntax'))
      })
      serveLater(scope, PLACES, async () => (await import('./every-route.ts')).addRoutes(database, urls))
    },
    { prefix: '/scim/v2' },
  )
}
