// The HTTP server without any resource on it: parsing, request ids, CORS, limits, errors, logs and metrics.
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isVisitor } from '../access/caller.ts'
import { problem } from '../errors.ts'
import { newId } from '../lib/ids.ts'
import { MINUTE } from '../lib/time.ts'
import { allowEveryOrigin } from './cors.ts'
import { answerErrors, answerUnreadable } from './failures.ts'
import type { Metrics } from './metrics.ts'
import { createPacing } from './pacing.ts'
import { mark, sendAnswers } from './sending.ts'
import { parseJson } from './validation.ts'

const BODY_LIMIT = 20 * 1024 * 1024
const MAX_PARAM_LENGTH = 2048
/** How long a request may take to arrive; the framework would wait forever. */
const REQUEST_TIMEOUT = 5 * MINUTE

export interface HttpOptions {
  logger: Logger
  metrics: Metrics
  /** Requests a minute for each token; 0 is no limit. */
  rateLimit: number
}

export async function createHttp({ logger, metrics, rateLimit: limit }: HttpOptions): Promise<FastifyInstance> {
  // The framework's own logger would make a child for every request; one line at its end is all that is needed.
  const http: FastifyInstance = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    genReqId: requestIds(),
    frameworkErrors: (error, request, reply) => answerFailure(error, request, mark(request, reply)),
    clientErrorHandler: answerUnreadable,
  })
  const answerFailure = answerErrors(http, logger)
  acceptJsonOnly(http)
  http.decorateRequest('caller', undefined)
  sendAnswers(http, logger, metrics)
  const paced = createPacing()
  http.addHook('onRequest', (request, _reply, done) => {
    request.began = performance.now()
    paced(done)
  })
  allowEveryOrigin(http)
  if (limit > 0) await limitRate(http, limit)
  return http
}

/** The client's own id for the request, or the next of this process: unique without costing randomness each time. */
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

/** A renderer asks for all visitors of a site with one token. */
const VISITORS = 100

async function limitRate(http: FastifyInstance, max: number): Promise<void> {
  await http.register(rateLimit, {
    max: ({ caller }: FastifyRequest) => (caller && isVisitor(caller) ? VISITORS * max : max),
    timeWindow: MINUTE,
    enableDraftSpec: true,
    keyGenerator: (request: FastifyRequest) => request.caller?.tokenId ?? request.ip,
    errorResponseBuilder: () => problem('rateLimited'),
  })
}
