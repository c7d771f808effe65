// How answers leave: what every one carries, and that each is counted and logged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Answer } from './answer.ts'
import { CORS_HEADERS } from './cors.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, by the clock of `performance`. */
    began: number
  }
  interface FastifyReply {
    /** Sends what an operation answers. */
    answer(answer: Answer): void
  }
}

/** What every answer carries, also those made before a route is found. */
export const mark = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(CORS_HEADERS).header('x-request-id', request.id)

export function sendAnswers(http: FastifyInstance, logger: Logger, metrics: Metrics): void {
  // Counted when the answer leaves, not when its last byte is out: listening for that costs every request more than
  // the difference tells anybody.
  const count = (request: FastifyRequest, status: number) => {
    const milliseconds = performance.now() - request.began
    metrics.observe(request.routeOptions.config.operationId ?? 'other', status, milliseconds)
    if (logger.isLevelEnabled('info')) logger.info(describe(request, status, milliseconds))
  }
  http.decorateRequest('began', 0)
  http.addHook('onSend', (request, reply, _payload, done) => {
    mark(request, reply)
    count(request, reply.statusCode)
    done()
  })
  http.decorateReply('answer', function (this: FastifyReply, answer: Answer) {
    write(this, answer)
    count(this.request, answer.status)
  })
}

const COMMON = Object.entries(CORS_HEADERS).flat()

// An answer is text already. The framework would look whether it has to be serialized, streamed or changed by a hook,
// which costs more than sending it does.
function write(reply: FastifyReply, { status, location, body, etag, cacheControl }: Answer): void {
  const headers: (string | number)[] = [...COMMON, 'x-request-id', reply.request.id]
  if (etag) headers.push('etag', etag)
  if (cacheControl) headers.push('cache-control', cacheControl)
  if (location) headers.push('location', location)
  if (body !== null)
    headers.push('content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body))
  if (reply.hasHeader('ratelimit-limit'))
    for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value))
  reply.raw.writeHead(status, headers as string[])
  reply.raw.end(body ?? undefined)
}

function describe({ id, method, url, caller, routeOptions }: FastifyRequest, status: number, ms: number) {
  const { operationId } = routeOptions.config
  return { requestId: id, operationId, method, path: url.split('?')[0], status, user: caller?.user?.id, ms }
}
