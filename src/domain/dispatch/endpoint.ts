// Public endpoints of integrations. What answers there is loaded with the first request.
import type { FastifyInstance } from 'fastify'
import { later } from '../../lib/later.ts'
import type { EndpointServices } from './forwarding.ts'
import { CALL_OPERATION } from './host.ts'

const INTEGRATION = '/v1/integrations/:integrationName'
const INSTALLATION = `${INTEGRATION}/installation/:installationId`
const LEVELS = [
  `${INTEGRATION}/integration`,
  INSTALLATION,
  `${INSTALLATION}/space/:spaceId`,
  `${INSTALLATION}/site/:siteId`,
]

const MIB = 1024 * 1024
const MAX_BODY_BYTES = 20 * MIB

export function serveIntegrationEndpoints(http: FastifyInstance, services: EndpointServices): void {
  const forward = later(async () => (await import('./forwarding.ts')).forward)
  // A separate scope, because all other routes parse bodies as JSON.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      async (_: unknown, body: Buffer) => body,
    )
    for (const level of LEVELS)
      for (const url of [level, `${level}/*`])
        scope.route({
          method: ['GET', 'POST', 'PUT', 'DELETE'],
          url,
          exposeHeadRoute: false,
          config: { operationId: CALL_OPERATION },
          handler: (request, reply) => forward(services, request, reply),
        })
  })
}
