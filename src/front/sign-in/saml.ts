// Signing in with SAML, as the browser goes: from here to the identity provider, back with its answer, and on to where
// somebody wanted to go. The answer comes as a form of another site, with which browsers send no cookies; so the last
// step is a request of its own, and only the browser that set out can take it. Nobody is signed in as somebody else.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { insertSession, removeSession } from '../../access/sessions.ts'
import { randomBase62 } from '../../lib/ids.ts'
import { SECOND } from '../../lib/time.ts'
import { admit } from '../../resources/saml/joining.ts'
import { findProvider, isActive, type Provider, serviceOf } from '../../resources/saml/queries.ts'
import { Refusal } from '../../resources/saml/refusals.ts'
import {
  answerRequest,
  findOpenRequest,
  insertRequest,
  newRequestId,
  REQUEST_LASTS,
  takeAnswered,
} from '../../resources/saml/requests.ts'
import { type Again, forPeople, goTo, type SignIn } from './context.ts'
import { ownPath } from './own-path.ts'
import { ACCOUNT } from './pages.ts'

const BROWSER_SECRET_LENGTH = 40
const SAML = '/saml/:providerId'

// The library is large, and most starts never need it.
const protocol = () => import('../../resources/saml/protocol.ts')
const answers = () => import('../../resources/saml/answers.ts')

export function serveSaml(http: FastifyInstance, signIn: SignIn): void {
  const { urls } = signIn
  const again: Again = (request) => serviceOf({ id: idIn(request) }, urls).startURL
  const page = (handle: Step, from?: Again) =>
    forPeople(signIn, (request, reply) => handle(signIn, request, reply), from)
  http.get(`${SAML}/metadata`, { config: { operationId: 'samlMetadata' } }, page(describe))
  http.get(`${SAML}/start`, { config: { operationId: 'samlStart' } }, page(start))
  http.post(`${SAML}/acs`, { config: { operationId: 'samlAnswer' } }, page(receive, again))
  http.get(`${SAML}/finish/:requestId`, { config: { operationId: 'samlFinish' } }, page(finish, again))
}

type Step = (signIn: SignIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const idIn = ({ params }: FastifyRequest) => encodeURIComponent((params as { providerId: string }).providerId)

async function loadProvider({ database }: SignIn, request: FastifyRequest): Promise<Provider> {
  const provider = await findProvider(database.read, idIn(request))
  if (!provider) throw new Refusal('unknownProvider')
  return provider
}

async function loadActive(signIn: SignIn, request: FastifyRequest): Promise<Provider> {
  const provider = await loadProvider(signIn, request)
  if (!isActive(provider)) throw new Refusal('notReady')
  return provider
}

const describe: Step = async (signIn, request, reply) => {
  const provider = await loadProvider(signIn, request)
  const { describeService } = await protocol()
  return reply.type('application/samlmetadata+xml').send(describeService(serviceOf(provider, signIn.urls)))
}

const start: Step = async (signIn, request, reply) => {
  const { database, urls, browser } = signIn
  const provider = await loadActive(signIn, request)
  const { requestUrl } = await protocol()
  const id = newRequestId()
  const url = await requestUrl(provider, serviceOf(provider, urls), id)
  // Kept when it is there already: somebody may sign in in two tabs at once.
  const secret = browser.read(request) ?? randomBase62(BROWSER_SECRET_LENGTH)
  const returnTo = ownPath((request.query as { returnTo?: unknown }).returnTo) ?? null
  await database.write((db) => insertRequest(db, { id, providerId: provider.id, browser: secret, returnTo }))
  browser.write(reply, secret, REQUEST_LASTS / SECOND)
  return goTo(reply, url)
}

const receive: Step = async (signIn, request, reply) => {
  const { database, urls } = signIn
  const provider = await loadActive(signIn, request)
  const service = serviceOf(provider, urls)
  const { openEnvelope, verifyAnswer } = await answers()
  const envelope = await openEnvelope(messageIn(request), service)
  const asked = await findOpenRequest(database.read, provider.id, envelope.inResponseTo)
  if (!asked) throw new Refusal('unasked', 'no request waits under this InResponseTo')
  const { identity, assertion } = await verifyAnswer(provider, service, asked, envelope)
  await database.write((db) => answerRequest(db, asked, identity, assertion))
  return goTo(reply, `${urls.base}/saml/${provider.id}/finish/${asked.id}`)
}

function messageIn({ body }: FastifyRequest): string {
  const message = (body as Record<string, string> | undefined)?.SAMLResponse
  if (!message) throw new Refusal('unreadable', 'no SAMLResponse')
  return message
}

const finish: Step = async (signIn, request, reply) => {
  const { database, urls, browser, session } = signIn
  const provider = await loadActive(signIn, request)
  const secret = browser.read(request)
  if (!secret) throw new Refusal('otherBrowser', 'no cookie')
  const { requestId } = request.params as { requestId: string }
  const begun = await database.write(async (db) => {
    const { request: asked, identity } = await takeAnswered(db, { id: requestId, providerId: provider.id }, secret)
    const user = await admit(db, provider, identity, request.id)
    const before = session.read(request)
    if (before) await removeSession(db, before)
    const of = { userId: user.id, organizationId: provider.organization_id, providerId: provider.id }
    return { ...(await insertSession(db, { ...of, until: identity.until })), returnTo: asked.return_to }
  })
  session.write(reply, begun.secret, secondsUntil(begun.expiresAt))
  return goTo(reply, urls.base + (begun.returnTo ?? ACCOUNT))
}

const secondsUntil = (moment: string) => Math.max(0, Math.floor((Date.parse(moment) - Date.now()) / SECOND))
