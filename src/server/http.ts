// The HTTP server without any resource on it: parsing, callers, request ids, CORS, limits, errors, logs and metrics.
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { identify, isVisitor, type Reader } from '../access/caller.ts'
import { type IntegrationTokens, isOfIntegration } from '../access/integration-tokens.ts'
import { looksSigned, type SiteTokens } from '../access/site-tokens.ts'
import { identifyVisitor } from '../access/visitor.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { newId } from '../lib/ids.ts'
import type { Sooner } from '../lib/sooner.ts'
import { MINUTE } from '../lib/time.ts'
import { bearerOf } from './bearer.ts'
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
  database: Database
  siteTokens: SiteTokens
  logger: Logger
  metrics: Metrics
  integrationTokens: IntegrationTokens
  /** Requests a minute for each token; 0 is no limit. */
  rateLimit: number
}

export async function createHttp({
  database,
  siteTokens,
  logger,
  metrics,
  integrationTokens,
  rateLimit: limit,
}: HttpOptions): Promise<FastifyInstance> {
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
  const tokens = { siteTokens, integrationTokens }
  const paced = createPacing()
  http.addHook('onRequest', (request, _reply, done) => {
    request.began = performance.now()
    paced(done)
  })
  http.addHook('onRequest', (request, _reply, done) => {
    const goOn = (caller: Reader | undefined) => {
      request.caller = caller
      done()
    }
    const caller = identifyFor(database.read, tokens, request)
    if (caller instanceof Promise) caller.then(goOn, done)
    else goOn(caller)
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

type SignedTokens = Pick<HttpOptions, 'siteTokens' | 'integrationTokens'>

/** Whoever asks for an operation that is not for everybody. */
function identifyFor(db: Db, tokens: SignedTokens, request: FastifyRequest): Sooner<Reader | undefined> {
  const { can, visitors } = request.routeOptions.config
  if (can === undefined || can === 'public') return undefined
  const token = bearerOf(request)
  if (!token) throw problem('unauthenticated')
  if (isOfIntegration(token)) return tokens.integrationTokens.identify(db, token)
  return looksSigned(token) ? identifySigned(db, tokens.siteTokens, token, visitors) : identify(db, token)
}

async function identifySigned(db: Db, siteTokens: SiteTokens, token: string, visitors = false): Promise<Reader> {
  const visitor = await identifyVisitor(db, siteTokens, token)
  if (visitor && !visitors) throw problem('forbidden')
  return visitor ?? identify(db, token)
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
