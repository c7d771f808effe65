// The public addresses of integrations: whatever is sent there is handed to the script, and what it answers goes back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identify } from '../../access/caller.ts'
import { isPlausibleToken } from '../../access/tokens.ts'
import type { Database } from '../../db/database.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { bearerOf } from '../../server/bearer.ts'
import { toPolicyText } from '../integrations/policy.ts'
import { findIntegration, manifestOf } from '../integrations/queries.ts'
import type { Dispatching } from './dispatching.ts'
import { type Asking, ask } from './noting.ts'
import { loadPlace, type Names } from './place.ts'
import { SIGN_IN } from './signing-in.ts'

export interface EndpointServing extends Omit<Dispatching, 'db'>, Pick<Asking, 'afterwards'> {
  database: Database
}

const INTEGRATION = '/v1/integrations/:integrationName'
const INSTALLATION = `${INTEGRATION}/installation/:installationId`
const LEVELS = [
  `${INTEGRATION}/integration`,
  INSTALLATION,
  `${INSTALLATION}/space/:spaceId`,
  `${INSTALLATION}/site/:siteId`,
]

const MIB = 1024 * 1024
const LARGEST_BODY = 20 * MIB

export function serveIntegrations(http: FastifyInstance, serving: EndpointServing): void {
  // A scope of its own, because everywhere else a body is JSON.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
      async (_: unknown, body: Buffer) => body,
    )
    for (const level of LEVELS)
      for (const url of [level, `${level}/*`])
        scope.route({
          method: ['GET', 'POST', 'PUT', 'DELETE'],
          url,
          exposeHeadRoute: false,
          config: { operationId: 'callIntegration' },
          handler: (request, reply) => passOn(serving, request, reply),
        })
  })
}

async function passOn(serving: EndpointServing, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { integrationName, installationId, spaceId, siteId } = request.params as Names & { integrationName: string }
  const db = serving.database.read
  const integration = await findIntegration(db, integrationName)
  if (!integration) throw problem('notFound')
  const names = { installationId, spaceId, siteId }
  const place = await loadPlace(db, integration, names)
  const event = await eventOf(serving, request, names)
  const body = request.body as Buffer<ArrayBuffer> | undefined
  const answer = await ask({ ...serving, db }, integration, place, event, { body })
  // There is nothing that takes requests.
  if (answer.status === NOT_HANDLED) throw problem('notFound')
  return reply
    .code(answer.status)
    .headers(safeHeaders(answer.headers, policyOf(integration)))
    .send(answer.body)
}

const NOT_HANDLED = 406

/** A script for pages, and the sign-in of visitors, have fixed paths; everything else is an ordinary request. */
async function eventOf({ database, urls }: EndpointServing, request: FastifyRequest, names: Names) {
  const base = { eventId: newId(), ...names }
  const { '*': rest } = request.params as { '*'?: string }
  const isContent = names.spaceId !== undefined || names.siteId !== undefined
  if (isContent && request.method === 'GET' && rest === 'script.js') return { ...base, type: 'fetch_published_script' }
  const { location } = request.query as { location?: string | string[] }
  if (names.siteId !== undefined && request.method === 'GET' && rest === SIGN_IN)
    return { ...base, type: 'fetch_visitor_authentication', location: [location].flat()[0] }
  const user = await userOf(database, request)
  const asked = {
    method: request.method.toLowerCase(),
    url: `${urls.base}${request.url}`,
    headers: headersOf(request, !!user),
  }
  return { ...base, type: 'fetch', request: asked, auth: user && { userId: user } }
}

/** Whoever proves to be a user of this server; the proof itself is not passed on. */
async function userOf({ read }: Database, request: FastifyRequest): Promise<string | undefined> {
  const token = bearerOf(request)
  if (!token || !isPlausibleToken(token)) return undefined
  try {
    return (await identify(read, token)).user.id
  } catch {
    return undefined
  }
}

/** Headers of one connection, and the cookies of this server, which are none of its business. */
const WITHHELD = new Set([
  ...[
    'connection',
    'keep-alive',
    'transfer-encoding',
    'te',
    'trailer',
    'upgrade',
    'expect',
    'content-length',
    'cookie',
  ],
])

function headersOf({ headers }: FastifyRequest, isUser: boolean): Record<string, string> {
  const shown = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !WITHHELD.has(name) && !(isUser && name === 'authorization'),
  )
  return Object.fromEntries(shown.map(([name, value]) => [name, [value].flat().join(', ')]))
}

/** What a page of an integration may not do to this server: be it, or leave something behind in its name. */
const REFUSED =
  /^(connection|keep-alive|transfer-encoding|trailer|upgrade|content-length|set-cookie|access-control-.*|clear-site-data|service-worker-allowed|strict-transport-security|public-key-pins|alt-svc)$/

/** Pages of integrations share the address of this server, but nothing that a browser keeps for it. */
const SANDBOX =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads'

function safeHeaders(headers: Record<string, string | string[] | undefined>, policy: string | undefined) {
  const { 'content-security-policy': own, ...rest } = headers
  const passed = Object.entries(rest).filter(([name, value]) => value !== undefined && !REFUSED.test(name))
  const policies = [SANDBOX, policy, own].flat().filter((text) => text !== undefined && text !== '')
  return {
    ...(Object.fromEntries(passed) as Record<string, string | string[]>),
    'content-security-policy': policies.join(', '),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function policyOf(integration: Parameters<typeof manifestOf>[0]): string | undefined {
  const { contentSecurityPolicy } = manifestOf(integration)
  return contentSecurityPolicy && toPolicyText(contentSecurityPolicy)
}
