// Forwards requests to the script of an integration and returns its response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteTokens } from '../../access/site-tokens.ts'
import type { Database } from '../../db/database.ts'
import { ApiError, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { toPolicyText } from '../../shapes/content-security-policy.ts'
import { findIntegration, manifestOf, originOf } from '../integrations/index.ts'
import { type ContextIds, loadDispatchContext } from './context.ts'
import type { DispatchServices } from './dispatcher.ts'
import { type EndpointCaller, identifyCaller } from './endpoint-caller.ts'
import { dispatchLogged, type LoggedDispatchServices } from './event-log.ts'
import { failureIn, isOpenedInWindow, showFailure } from './failure-page.ts'
import { isAtOwnOrigin } from './host.ts'
import { SIGN_IN_PATH } from './visitor-sign-in.ts'

export interface EndpointServices extends Omit<DispatchServices, 'db'>, Pick<LoggedDispatchServices, 'postResponse'> {
  database: Database
  siteTokens: SiteTokens
}

export async function forward(
  services: EndpointServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { integrationName, installationId, spaceId, siteId } = request.params as ContextIds & {
    integrationName: string
  }
  const isOwn = isAtOwnOrigin(services.urls, request, integrationName)
  const db = services.database.read
  const integration = await findIntegration(db, integrationName)
  if (!integration) throw problem('notFound')
  const names = { installationId, spaceId, siteId }
  const context = await loadDispatchContext(db, integration, names)
  const organizationId = (context.installation ?? integration).organization_id
  const caller = await identifyCaller({ db, siteTokens: services.siteTokens }, request, organizationId)
  const event = eventOf(request, originOf(services.urls, integrationName), names, caller)
  const body = request.body as Buffer<ArrayBuffer> | undefined
  const isShown = isOpenedInWindow(request)
  const fail = (status: number, message: string) => showFailure(reply, status, integration.title, message)
  const asked = dispatchLogged({ ...services, db }, integration, context, event, { body })
  const answer = await asked.catch((error: unknown) => {
    if (isShown && error instanceof ApiError) return error
    throw error
  })
  if (answer instanceof ApiError) return fail(answer.status, answer.message)
  // The script handles no requests.
  if (answer.status === NOT_HANDLED) throw problem('notFound')
  const failure = isShown ? failureIn(answer, request.query) : undefined
  if (failure !== undefined) return fail(answer.status, failure)
  return reply
    .code(answer.status)
    .headers(safeHeaders(answer.headers, policyOf(integration), isOwn))
    .send(answer.body)
}

const NOT_HANDLED = 406

/** Page scripts and visitor sign-in have fixed paths; all other requests become `fetch` events. */
function eventOf(request: FastifyRequest, origin: string, ids: ContextIds, caller: EndpointCaller) {
  const base = { eventId: newId(), ...ids }
  const { '*': rest } = request.params as { '*'?: string }
  const isContent = ids.spaceId !== undefined || ids.siteId !== undefined
  if (isContent && request.method === 'GET' && rest === 'script.js') return { ...base, type: 'fetch_published_script' }
  const { location } = request.query as { location?: string | string[] }
  if (ids.siteId !== undefined && request.method === 'GET' && rest === SIGN_IN_PATH)
    return { ...base, type: 'fetch_visitor_authentication', location: [location].flat()[0] }
  const fetchRequest = {
    method: request.method.toLowerCase(),
    // Always the canonical origin: scripts compare it with their known URL.
    url: `${origin}${request.url}`,
    headers: headersOf(request, caller.hasToken),
  }
  return { ...base, type: 'fetch', request: fetchRequest, auth: caller.userId && { userId: caller.userId } }
}

/** Connection headers, and the cookies of this server. */
const STRIPPED_REQUEST_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'content-length',
  'cookie',
])

function headersOf({ headers }: FastifyRequest, hasToken: boolean): Record<string, string> {
  const shown = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined && !STRIPPED_REQUEST_HEADERS.has(name) && !(hasToken && name === 'authorization'),
  )
  return Object.fromEntries(shown.map(([name, value]) => [name, [value].flat().join(', ')]))
}

/** Other headers could act on behalf of this server, whose origin the integration may share. */
const ALLOWED_RESPONSE_HEADERS = new Set([
  'content-type',
  'content-language',
  'content-disposition',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'cache-control',
  'expires',
  'last-modified',
  'etag',
  'vary',
  'age',
  'location',
  'retry-after',
  'allow',
  'x-robots-tag',
  'x-frame-options',
  'referrer-policy',
])

/** Isolates integration pages from this server's origin and storage. */
const SANDBOX =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads'

/** On its own origin a page may keep it, which it needs to receive messages. */
const SANDBOX_WITH_ORIGIN = `${SANDBOX} allow-same-origin`

/** Explains to developers why a frame receives no messages. */
const NO_ORIGIN_HEADER = { 'x-lectern-sandbox': 'no origin: set LECTERN_INTEGRATIONS_HOST' }

function safeHeaders(
  headers: Record<string, string | string[] | undefined>,
  policy: string | undefined,
  isOwn: boolean,
) {
  const { 'content-security-policy': own, ...rest } = headers
  const passed = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && ALLOWED_RESPONSE_HEADERS.has(name.toLowerCase()),
  )
  const policies = [isOwn ? SANDBOX_WITH_ORIGIN : SANDBOX, policy, own]
    .flat()
    .filter((text) => text !== undefined && text !== '')
  return {
    ...(Object.fromEntries(passed) as Record<string, string | string[]>),
    ...(!isOwn && NO_ORIGIN_HEADER),
    'content-security-policy': policies.join(', '),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function policyOf(integration: Parameters<typeof manifestOf>[0]): string | undefined {
  const { contentSecurityPolicy } = manifestOf(integration)
  return contentSecurityPolicy && toPolicyText(contentSecurityPolicy)
}
