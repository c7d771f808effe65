// For whoever runs it: alive, ready, and figures.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

export function serveHealth(http: FastifyInstance, database: Database, metrics: Metrics, logger: Logger): void {
  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (_request, reply) => {
    try {
      await database.check()
      return { status: 'ready' }
    } catch (error) {
      logger.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'not ready', reason: 'The database cannot be reached or is not migrated.' })
    }
  })
  http.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
