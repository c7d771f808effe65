// The HTTP server without any resource on it: parsing, callers, request ids, CORS, limits, errors, logs and metrics.
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { identify } from '../access/caller.ts'
import type { Database } from '../db/database.ts'
import { problem } from '../errors.ts'
import { newId } from '../lib/ids.ts'
import { MINUTE } from '../lib/time.ts'
import { answerErrors } from './failures.ts'
import type { Metrics } from './metrics.ts'
import { parseJson } from './validation.ts'

const BODY_LIMIT = 20 * 1024 * 1024
const MAX_PARAM_LENGTH = 2048

export interface HttpOptions {
  database: Database
  logger: Logger
  metrics: Metrics
  /** Requests a minute for each token; 0 is no limit. */
  rateLimit: number
}

export async function createHttp({
  database,
  logger,
  metrics,
  rateLimit: limit,
}: HttpOptions): Promise<FastifyInstance> {
  const http = fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    genReqId: requestId,
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply),
  }) as unknown as FastifyInstance
  const answerFailure = answerErrors(http)
  acceptJsonOnly(http)
  http.decorateRequest('caller', undefined)
  http.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  http.addHook('onRequest', (request) => authenticate(database, request))
  http.addHook('onResponse', async (request, reply) => {
    const operationId = request.routeOptions.config.operationId
    metrics.observe(operationId ?? 'other', reply.statusCode, reply.elapsedTime)
    const { method, url, caller } = request
    const status = reply.statusCode
    request.log.info({
      operationId,
      method,
      path: url.split('?')[0],
      status,
      user: caller?.user.id,
      ms: reply.elapsedTime,
    })
  })
  await http.register(cors, {
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['Location', 'ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 86_400,
  })
  if (limit > 0) await limitRate(http, limit)
  return http
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : newId()
}

function acceptJsonOnly(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseJson(text),
  )
}

async function authenticate(database: Database, request: FastifyRequest): Promise<void> {
  const { can } = request.routeOptions.config
  if (can === undefined || can === 'public') return
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw problem('unauthenticated')
  request.caller = await identify(database.read, token)
}

async function limitRate(http: FastifyInstance, max: number): Promise<void> {
  await http.register(rateLimit, {
    max,
    timeWindow: MINUTE,
    enableDraftSpec: true,
    keyGenerator: (request: FastifyRequest) => request.caller?.tokenId ?? request.ip,
    errorResponseBuilder: () => problem('rateLimited'),
  })
}
