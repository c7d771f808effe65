// SCIM 2.0 (RFC 7643, RFC 7644): identity providers create and deactivate members, and keep teams up to date.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Urls } from '../server/urls.ts'
import { parseJson } from '../server/validation.ts'
import { scimOf } from './context.ts'
import { serveDiscovery } from './discovery.ts'
import { ScimError } from './errors.ts'
import { serveGroups } from './groups.ts'
import { sendScimError } from './replies.ts'
import { serveUsers } from './users.ts'

const BODY_LIMIT = 2 * 1024 * 1024

export function serveScim(http: FastifyInstance, database: Database, urls: Urls): void {
  const scim = scimOf(database, urls)
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
      serveDiscovery(scope, scim)
      serveUsers(scope, scim)
      serveGroups(scope, scim)
    },
    { prefix: '/scim/v2' },
  )
}
