// Records each reply in metrics, traces and the log.
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { AnsweredRequest, Tracing } from './tracing.ts'

/**
 * Records a reply when it is sent, not when its last byte is flushed: a listener per request costs more than the
 * difference is worth.
 */
export type RecordReply = (request: AnsweredRequest, status: number, operationId: string | undefined) => void

export const recording =
  (logger: Logger, metrics: Metrics, tracing?: Tracing): RecordReply =>
  (request, status, operationId) => {
    const milliseconds = performance.now() - request.startedAt
    metrics.observe(operationId ?? 'other', status, milliseconds)
    tracing?.record(request, status, operationId, milliseconds)
    if (logger.isLevelEnabled('info')) logger.info({ ...describe(request, operationId), status, ms: milliseconds })
  }

function describe({ id, method, url, caller }: AnsweredRequest, operationId: string | undefined) {
  return { requestId: id, operationId, method, path: url.split('?')[0], user: caller?.user?.id }
}
