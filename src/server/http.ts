// Creates the HTTP server without resources: parsing, request ids, CORS, limits, errors, logs and metrics.
import fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '../lib/ids.ts'
import { MINUTE } from '../lib/time.ts'
import { limitFailures } from './address-limit.ts'
import { acceptWaiting } from './closing.ts'
import { allowEveryOrigin } from './cors.ts'
import { handleClientError, handleErrors } from './failures.ts'
import { answerAtTheDoor } from './front-door.ts'
import { parseJson } from './json-bodies.ts'
import type { Metrics } from './metrics.ts'
import { createRateLimit, limitRoutes } from './rate-limit.ts'
import { recording } from './records.ts'
import { addCommonHeaders, addReplyWriter, commonHeaders } from './reply-writer.ts'
import type { Tracing } from './tracing.ts'
import type { WarmReplies } from './warm-replies.ts'

const BODY_LIMIT = 20 * 1024 * 1024
export const MAX_PARAM_LENGTH = 2048
/** How long a request may take to arrive; the framework has no limit by default. */
const REQUEST_TIMEOUT = 5 * MINUTE

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
  warmReplies?: Pick<WarmReplies, 'find'> | undefined
}

export function createHttp(options: HttpOptions): FastifyInstance {
  const { logger, metrics, rateLimit: limit, trustedProxies = [], https, warmReplies } = options
  const headers = commonHeaders(https)
  const record = recording(logger, metrics, options.tracing)
  const rateLimit = limit > 0 ? createRateLimit(limit) : undefined
  const newRequestId = requestIds()
  const door = answerAtTheDoor({ warmReplies, rateLimit, newRequestId, record, headers })
  // The framework's logger would create a child per request; one log line per reply is enough.
  const http: FastifyInstance = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    // Requests on open connections are answered until the server has closed.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    genReqId: newRequestId,
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (error, request, reply) =>
      replyWithError(error, request, addCommonHeaders(request, reply, headers)),
    clientErrorHandler: handleClientError,
  })
  const replyWithError = handleErrors(http, logger, limit > 0 ? limitFailures(limit) : undefined)
  acceptJsonOnly(http)
  http.decorateRequest('caller', undefined)
  http.decorateRequest('reader', undefined)
  addReplyWriter(http, record, headers)
  http.addHook('onRequest', (request, _reply, done) => {
    const { arrivedAt } = request.raw
    request.startedAt = arrivedAt ?? performance.now()
    if (arrivedAt === undefined) door.paced(done)
    else done()
  })
  door.guard(http.server)
  http.addHook('preClose', async () => {
    door.close()
    await acceptWaiting(http.server)
  })
  allowEveryOrigin(http)
  if (rateLimit) limitRoutes(http, rateLimit)
  return http
}

/** Shapes are compiled by `validation.ts` and `reply.ts`. The framework's own compilers are large, and not even bundled. */
function refuseSchemas(): never {
  throw new Error('Routes have no schemas of the framework.')
}

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
