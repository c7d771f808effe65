// Endpoints for operators: liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

// Monitoring must keep working while clients exceed their rate limits.
const UNLIMITED = { config: { rateLimit: false } } as const

export function serveHealth(http: FastifyInstance, database: Database, metrics: Metrics, logger: Logger): void {
  http.get('/healthz', UNLIMITED, async () => ({ status: 'alive' }))
  http.get('/readyz', UNLIMITED, async (_request, reply) => {
    try {
      await database.check()
      return { status: 'ready' }
    } catch (error) {
      logger.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'not ready', reason: 'The database cannot be reached or is not migrated.' })
    }
  })
  http.get('/metrics', UNLIMITED, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
