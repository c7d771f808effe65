// The HTTP server without any resource on it: parsing, callers, request ids, CORS, limits, errors, logs and metrics.
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { identify, isVisitor, type Reader } from '../access/caller.ts'
import { type IntegrationTokens, isOfIntegration } from '../access/integration-tokens.ts'
import { looksSigned, type SiteTokens } from '../access/site-tokens.ts'
import { identifyVisitor } from '../access/visitor.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { newId } from '../lib/ids.ts'
import { MINUTE } from '../lib/time.ts'
import { bearerOf } from './bearer.ts'
import { allowEveryOrigin, CORS_HEADERS } from './cors.ts'
import { answerErrors, answerUnreadable } from './failures.ts'
import type { Metrics } from './metrics.ts'
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
  http.addHook('onRequest', (request, reply, done) => {
    mark(request, reply)
    authenticate(database.read, { siteTokens, integrationTokens }, request).then(() => done(), done)
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { operationId } = request.routeOptions.config
    metrics.observe(operationId ?? 'other', reply.statusCode, reply.elapsedTime)
    if (logger.isLevelEnabled('info')) logger.info(describe(request, reply.statusCode, reply.elapsedTime))
    done()
  })
  allowEveryOrigin(http)
  if (limit > 0) await limitRate(http, limit)
  return http
}

/** What every answer carries, also those made before a route is found. */
const mark = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(CORS_HEADERS).header('x-request-id', request.id)

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

function describe({ id, method, url, caller, routeOptions }: FastifyRequest, status: number, ms: number) {
  const { operationId } = routeOptions.config
  return { requestId: id, operationId, method, path: url.split('?')[0], status, user: caller?.user?.id, ms }
}

function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseJson(text),
  )
}

async function authenticate(db: Db, tokens: SignedTokens, request: FastifyRequest): Promise<void> {
  const { can, visitors } = request.routeOptions.config
  if (can === undefined || can === 'public') return
  const token = bearerOf(request)
  if (!token) throw problem('unauthenticated')
  const reader = await identifyReader(db, tokens, token)
  if (isVisitor(reader) && !visitors) throw problem('forbidden')
  request.caller = reader
}

type SignedTokens = Pick<HttpOptions, 'siteTokens' | 'integrationTokens'>

async function identifyReader(db: Db, tokens: SignedTokens, token: string): Promise<Reader> {
  if (isOfIntegration(token)) return tokens.integrationTokens.identify(db, token)
  const visitor = looksSigned(token) ? await identifyVisitor(db, tokens.siteTokens, token) : undefined
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
