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
    answer(answer: Answer, operationId: string): void
  }
}

/** What every answer carries, also those made before a route is found. */
export const mark = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(CORS_HEADERS).header('x-request-id', request.id)

export function sendAnswers(http: FastifyInstance, logger: Logger, metrics: Metrics): void {
  // Counted when the answer leaves, not when its last byte is out: listening for that costs every request more than
  // the difference tells anybody.
  const count = (request: FastifyRequest, status: number, operationId: string | undefined) => {
    const milliseconds = performance.now() - request.began
    metrics.observe(operationId ?? 'other', status, milliseconds)
    if (logger.isLevelEnabled('info')) logger.info({ ...describe(request, operationId), status, ms: milliseconds })
  }
  http.decorateRequest('began', 0)
  http.addHook('onSend', (request, reply, _payload, done) => {
    mark(request, reply)
    count(request, reply.statusCode, request.routeOptions.config.operationId)
    done()
  })
  http.decorateReply('answer', function (this: FastifyReply, answer: Answer, operationId: string) {
    write(this, answer)
    // The framework puts together all there is to know about a route whenever it is asked which one it is.
    count(this.request, answer.status, operationId)
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
  const length = body === null ? 0 : Buffer.byteLength(body)
  if (body !== null) headers.push('content-type', 'application/json; charset=utf-8', 'content-length', length)
  if (reply.hasHeader('ratelimit-limit'))
    for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value))
  reply.raw.writeHead(status, headers as string[])
  // Characters of one byte each are copied as they are, not encoded one by one.
  reply.raw.end(body ?? undefined, body?.length === length ? 'latin1' : 'utf8')
}

function describe({ id, method, url, caller }: FastifyRequest, operationId: string | undefined) {
  return { requestId: id, operationId, method, path: url.split('?')[0], user: caller?.user?.id }
}
