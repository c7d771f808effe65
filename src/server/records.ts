// Records each request in metrics, traces and the log, once it was answered.
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

export type RecordReply = (request: FastifyRequest, status: number) => void

/** The operation that a request names, as far as it is known. */
export const operationIdOf = ({ operationId, routeOptions }: FastifyRequest): string | undefined =>
  operationId ?? routeOptions.config?.operationId

export const recording =
  (logger: Logger, metrics: Metrics, tracing?: Tracing): RecordReply =>
  (request, status) => {
    const milliseconds = performance.now() - request.startedAt
    const operationId = operationIdOf(request)
    metrics.observe(operationId ?? 'other', status, milliseconds)
    tracing?.record(request, status, operationId, milliseconds)
    if (!logger.isLevelEnabled('info')) return
    const { id, method, url, caller } = request
    const path = url.split('?')[0]
    logger.info({ requestId: id, operationId, method, path, user: caller?.user?.id, status, ms: milliseconds })
  }
