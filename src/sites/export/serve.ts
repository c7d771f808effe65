// Serves exports at signed URLs. What writes them is loaded with the first one.
import type { FastifyInstance } from 'fastify'
import { later } from '../../lib/later.ts'
import { EXPORTS } from '../../resources/site-exports/index.ts'
import type { ExportServing } from './download.ts'

export function serveExports(http: FastifyInstance, serving: ExportServing): void {
  const send = later(async () => (await import('./download.ts')).exportSender(serving))
  http.route({
    method: 'GET',
    url: EXPORTS,
    exposeHeadRoute: false,
    config: { operationId: 'downloadSiteExport' },
    handler: (request, reply) => send(request, reply),
  })
}
