// The MCP server of a site, at `~lectern/mcp` below it: streamable HTTP. Visitors who have to sign in send their token.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, problem } from '../../errors.ts'
import { findJson } from '../../lib/json.ts'
import { bearerOf } from '../../server/bearer.ts'
import { CORS_HEADERS } from '../../server/cors.ts'
import { STATIC } from '../../server/static-files.ts'
import { isForAgents } from '../machines/robots.ts'
import { answerMcp } from '../mcp/server.ts'
import { readBody } from '../request-body.ts'
import type { SiteServices } from '../services.ts'
import { type Asked, settleVisit } from '../visit.ts'
import { visitorOf } from '../visitor/visitor.ts'

const PATH = `${STATIC}/mcp`

export const mcpUrl = (site: string): string => `${site}${PATH}`

export const isMcp = ({ pathname }: URL): boolean => pathname.endsWith(`/${PATH}`)

const MAX_BODY = 256 * 1024
const MAX_LEVELS = 32

/** Undefined if there is no site at the address. */
export async function sendMcp(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply | undefined> {
  const bearer = bearerOf(request)
  const visitorAt: Asked['visitorOf'] = (site) => visitorOf(request, url, site, bearer)
  const asked = { url, visitorOf: visitorAt, isExchanging: false }
  const visit = await settleVisit(services, asked).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return refuse(reply)
    throw error
  })
  if (visit.kind === 'nothing') return undefined
  if (visit.kind === 'sign-in') return refuse(reply)
  if (visit.kind === 'redirect' && isMcp(new URL(visit.to))) return reply.redirect(visit.to, 307)
  if (visit.kind !== 'missing' || visit.path !== PATH || visit.space.route.prefix.length > 0) throw problem('notFound')
  if (!isForAgents(visit.space)) throw problem('notFound')
  const body = request.method === 'POST' ? await readMessage(request) : undefined
  const context = { services, visited: visit.space, visitorOf: visitorAt }
  const answer = await answerMcp(context, toRequest(request, url), body, request.log)
  return send(reply, answer)
}

/** Programs expect a 401 where a token is missing. */
function refuse(reply: FastifyReply): never {
  reply.header('www-authenticate', 'Bearer')
  throw problem('unauthenticated')
}

async function readMessage(request: FastifyRequest): Promise<unknown> {
  const body = findJson(await readBody(request, MAX_BODY), MAX_LEVELS)
  // Several messages in one request are no part of the protocol any more.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw problem('malformedJson')
  return body
}

/** Credentials are settled already. */
const DROPPED = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'authorization', 'cookie'])

function toRequest({ method, headers }: FastifyRequest, url: URL): Request {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    DROPPED.has(name) || value === undefined ? [] : [[name, String(value)]],
  )
  // The body is given parsed.
  return new Request(url, { method: method === 'HEAD' ? 'GET' : method, headers: kept })
}

function send(reply: FastifyReply, answer: Response): FastifyReply {
  reply.code(answer.status).headers({ ...CORS_HEADERS, 'cache-control': 'private, no-store' })
  for (const [name, value] of answer.headers) if (name !== 'content-length') reply.header(name, value)
  return answer.body ? reply.send(Readable.fromWeb(answer.body as never)) : reply.send()
}
