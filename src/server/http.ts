// Creates the HTTP server without resources: parsing, request ids, CORS, limits, errors, logs and metrics.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '../lib/ids.ts'
import { MINUTE } from '../lib/time.ts'
import { limitFailures } from './address-limit.ts'
import { acceptWaiting } from './closing.ts'
import { COMPILERS } from './compilers.ts'
import { allowEveryOrigin, CORS_HEADERS } from './cors.ts'
import { handleClientError, handleErrors } from './failures.ts'
import { parseJson } from './json-bodies.ts'
import type { Metrics } from './metrics.ts'
import { createRateLimit, limitRoutes } from './rate-limit.ts'
import { recording } from './records.ts'
import type { Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The time of arrival, from `performance.now()`. */
    startedAt: number
  }
}

const BODY_LIMIT = 20 * 1024 * 1024
const MAX_PARAM_LENGTH = 2048
/** How long a request may take to arrive; the framework has no limit by default. */
const REQUEST_TIMEOUT = 5 * MINUTE
const YEAR_IN_SECONDS = 31_536_000

export interface HttpOptions {
  logger: Logger
  metrics: Metrics
  /** Requests per minute for each token, or for each address without one; 0 disables the limit. */
  rateLimit: number
  /** Proxies trusted to state client addresses. */
  trustedProxies?: readonly string[] | undefined
  /** True if clients use HTTPS. */
  https: boolean
  /** Hears of every request. */
  tracing?: Tracing | undefined
}

export function createHttp(options: HttpOptions): FastifyInstance {
  const { logger, metrics, rateLimit: limit, trustedProxies = [], https } = options
  const headers = commonHeaders(https)
  const record = recording(logger, metrics, options.tracing)
  // The framework's logger would create a child per request; one log line per reply is enough.
  const http: FastifyInstance = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    // Requests on open connections are answered until the server has closed.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    genReqId: requestIds(),
    schemaController: { compilersFactory: COMPILERS },
    frameworkErrors: (error, request, reply) => replyWithError(error, request, begin(request, reply)),
    clientErrorHandler: handleClientError,
  })
  const begin = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    request.startedAt = performance.now()
    return reply.headers(headers).header('x-request-id', request.id)
  }
  const replyWithError = handleErrors(http, logger, limit > 0 ? limitFailures(limit) : undefined)
  acceptJsonOnly(http)
  http.decorateRequest('startedAt', 0)
  http.decorateRequest('operationId', undefined)
  http.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    record(request, reply.statusCode)
    done()
  })
  http.addHook('preClose', () => acceptWaiting(http.server))
  allowEveryOrigin(http)
  if (limit > 0) limitRoutes(http, createRateLimit(limit))
  return http
}

/** The headers of every reply, unless the reply sets them itself. */
const commonHeaders = (https: boolean): Record<string, string> => ({
  ...CORS_HEADERS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(https && { 'strict-transport-security': `max-age=${YEAR_IN_SECONDS}` }),
})

/** Uses the client's request id, or else counts up within the process, which avoids generating random ids. */
function requestIds(): (request: { headers: Record<string, string | string[] | undefined> }) => string {
  const process = newId()
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w-]{1,64}$/.test(given)) return given
    count++
    return `${process}-${count.toString(36)}`
  }
}

function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    let body: unknown
    try {
      body = parseJson(text)
    } catch (error) {
      return done(error as Error)
    }
    done(null, body)
  })
}
