// Endpoints for operators: liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { problem } from '../errors.ts'
import { sha256 } from '../lib/hash.ts'
import type { Metrics } from './metrics.ts'

// Monitoring must keep working while clients exceed their rate limits.
const UNLIMITED = { config: { rateLimit: false } } as const

export interface Health {
  /** From now on, the server is not ready, and connections end with their next reply. */
  drain(): void
}

export interface HealthOptions {
  database: Database
  metrics: Metrics
  logger: Logger
  /** What `/metrics` asks for, as a bearer token; undefined: nothing. */
  metricsToken?: string | undefined
}

export function serveHealth(http: FastifyInstance, options: HealthOptions): Health {
  const { database, metrics, logger, metricsToken } = options
  let isStopping = false
  http.get('/healthz', UNLIMITED, async () => ({ status: 'alive' }))
  http.get('/readyz', UNLIMITED, async (_request, reply) => {
    if (isStopping) return reply.code(503).send({ status: 'not ready', reason: 'The server is about to stop.' })
    try {
      await database.check()
      return { status: 'ready' }
    } catch (error) {
      logger.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'not ready', reason: 'The database cannot be reached or is not migrated.' })
    }
  })
  http.get('/metrics', UNLIMITED, async (request, reply) => {
    if (metricsToken !== undefined && !isSame(request.headers.authorization, `Bearer ${metricsToken}`))
      throw problem('unauthenticated')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  return {
    drain() {
      isStopping = true
      http.server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
    },
  }
}

/** Compares hashes, so that the time says nothing about the token. */
const isSame = (given: string | undefined, wanted: string): boolean => sha256(given ?? '') === sha256(wanted)
