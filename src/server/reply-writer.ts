// Sends replies with the common headers, and records each.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CORS_HEADERS } from './cors.ts'
import type { RecordReply } from './records.ts'
import type { Reply } from './reply.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The time of arrival, from `performance.now()`. */
    startedAt: number
  }
  interface FastifyReply {
    /** Sends the reply of an operation. */
    sendReply(result: Reply, operationId: string): void
    /** Sends the headers of a stream of events. */
    startStream(operationId: string): void
    /** Sends finished bytes. `headers` are names and values, in turn; they win over the common ones. */
    sendBytes(status: number, headers: readonly string[], body: Buffer | undefined): void
  }
}

/** Proxies must neither keep nor collect the events. The connection ends with them, so that a server can stop. */
const STREAM_HEADERS = [
  ['content-type', 'text/event-stream; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-accel-buffering', 'no'],
  ['connection', 'close'],
].flat()

const YEAR_IN_SECONDS = 31_536_000

/** The headers of every reply, unless the reply sets them itself. */
export const commonHeaders = (https: boolean): Record<string, string> => ({
  ...CORS_HEADERS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(https && { 'strict-transport-security': `max-age=${YEAR_IN_SECONDS}` }),
})

/** Adds the common headers, also to replies sent before routing. */
export function addCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  common: Record<string, string>,
): FastifyReply {
  for (const [name, value] of Object.entries(common)) if (!reply.hasHeader(name)) reply.header(name, value)
  return reply.header('x-request-id', request.id)
}

/** The operation that a request names, as far as it is known. */
export const operationIdOf = (request: FastifyRequest): string | undefined =>
  request.operationId ?? request.routeOptions.config?.operationId

export function addReplyWriter(http: FastifyInstance, record: RecordReply, common: Record<string, string>): void {
  const write = replyWriter(common)
  http.decorateRequest('startedAt', 0)
  http.addHook('onSend', (request, reply, _payload, done) => {
    addCommonHeaders(request, reply, common)
    record(request, reply.statusCode, operationIdOf(request))
    done()
  })
  const complete = completing(common)
  http.decorateReply(
    'sendBytes',
    function (this: FastifyReply, status: number, headers: readonly string[], body: Buffer | undefined) {
      const all = [...complete(headers), 'x-request-id', this.request.id]
      if (body) all.push('content-length', String(body.length))
      this.raw.writeHead(status, all)
      this.raw.end(body)
      record(this.request, status, undefined)
    },
  )
  http.decorateReply('startStream', function (this: FastifyReply, operationId: string) {
    this.hijack()
    this.raw.writeHead(200, [...complete(STREAM_HEADERS), 'x-request-id', this.request.id])
    record(this.request, 200, operationId)
  })
  http.decorateReply('sendReply', function (this: FastifyReply, result: Reply, operationId: string) {
    write(this.raw, this.request.id, result, this.hasHeader('ratelimit-limit') ? headersOf(this) : NO_HEADERS)
    // The operation id is passed in, because the framework rebuilds `routeOptions` on each access.
    record(this.request, result.status, operationId)
  })
}

/** Adds the common headers that a reply does not set itself, once for a list of headers. */
function completing(common: Record<string, string>): (headers: readonly string[]) => readonly string[] {
  const known = new WeakMap<readonly string[], readonly string[]>()
  return (headers) => {
    const found = known.get(headers)
    if (found) return found
    const own = new Set(headers.filter((_, at) => at % 2 === 0))
    const missing = Object.entries(common).filter(([name]) => !own.has(name))
    const all = [...headers, ...missing.flat()]
    known.set(headers, all)
    return all
  }
}

export const NO_HEADERS: readonly string[] = []

const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])

type WriteReply = (response: ServerResponse, requestId: string, reply: Reply, more: readonly string[]) => void

/**
 * Writes to the socket directly: a reply is already serialized, and the framework's checks for serialization, streams
 * and hooks cost more than sending it. `more` are names and values of headers, in turn.
 */
export function replyWriter(commonHeaders: Record<string, string>): WriteReply {
  const common = Object.entries(commonHeaders).flat()
  return (response, requestId, { status, location, body, etag, cacheControl }, more) => {
    const headers: (string | number)[] = [...common, 'x-request-id', requestId]
    if (etag) headers.push('etag', etag)
    if (cacheControl) headers.push('cache-control', cacheControl)
    if (location) headers.push('location', location)
    if (body !== null)
      headers.push('content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body))
    for (const each of more) headers.push(each)
    response.writeHead(status, headers as string[])
    response.end(body ?? undefined)
  }
}
