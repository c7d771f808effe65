// For whoever runs it: alive, ready, and figures.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

export function serveHealth(http: FastifyInstance, database: Database, metrics: Metrics): void {
  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (request, reply) => {
    try {
      await database.check()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'not ready', reason: 'The database cannot be reached or is not migrated.' })
    }
  })
  http.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
