// The SAML sign-in flow: redirect to the identity provider, receive its response, redirect to the target. The response
// is a form post from another site, which browsers send without cookies. So the last step is a separate request, which
// only the browser that started the flow can complete. Nobody can be signed in as someone else.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginProviderSession, Refusal } from '../../domain/sessions/index.ts'
import {
  admit,
  findSamlProvider,
  type Identity,
  isSamlActive,
  type SamlProvider,
  samlServiceOf,
  type Tested,
  tryOut,
} from '../../domain/sso/index.ts'
import { randomBase62 } from '../../lib/ids.ts'
import { SECOND } from '../../lib/time.ts'
import {
  answerRequest,
  findOpenRequest,
  insertRequest,
  newRequestId,
  REQUEST_TTL,
  takeAnsweredRequest,
} from '../../resources/saml/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { browserOf, forPeople, goTo, HOME, keepSession, type RestartUrl, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'
import { checkTester, findTester, showTest } from './sso-test.ts'

const BROWSER_SECRET_LENGTH = 40
const SAML = '/saml/:providerId'

// Loaded on demand: the library is large.
const protocol = () => import('../../resources/saml/protocol.ts')
const answers = () => import('../../resources/saml/responses.ts')

export function serveSaml(http: LaterRoutes, signIn: SignIn): void {
  const { urls } = signIn
  const again: RestartUrl = (request) => samlServiceOf({ id: idIn(request) }, urls).startURL
  const page = (handle: Step, from?: RestartUrl) =>
    forPeople(signIn, (request, reply) => handle(signIn, request, reply), from)
  http.get(`${SAML}/metadata`, { config: { operationId: 'samlMetadata' } }, page(describe))
  http.get(`${SAML}/start`, { config: { operationId: 'samlStart' } }, page(start))
  http.post(`${SAML}/acs`, { config: { operationId: 'samlAnswer' } }, page(receive, again))
  http.get(`${SAML}/finish/:requestId`, { config: { operationId: 'samlFinish' } }, page(finish, again))
}

type Step = (signIn: SignIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const idIn = ({ params }: FastifyRequest) => encodeURIComponent((params as { providerId: string }).providerId)

async function loadProvider({ database }: SignIn, request: FastifyRequest): Promise<SamlProvider> {
  const provider = await findSamlProvider(database.read, idIn(request))
  if (!provider) throw new Refusal('unknownProvider')
  return provider
}

async function loadActive(signIn: SignIn, request: FastifyRequest): Promise<SamlProvider> {
  const provider = await loadProvider(signIn, request)
  if (!isSamlActive(provider)) throw new Refusal('notReady')
  return provider
}

const describe: Step = async (signIn, request, reply) => {
  const provider = await loadProvider(signIn, request)
  const { describeService } = await protocol()
  return reply.type('application/samlmetadata+xml').send(describeService(samlServiceOf(provider, signIn.urls)))
}

const start: Step = async (signIn, request, reply) => {
  const { database, urls, browser } = signIn
  const provider = await loadActive(signIn, request)
  const testedBy = await findTester(signIn, request, provider)
  const { requestUrl } = await protocol()
  const id = newRequestId()
  const url = await requestUrl(provider, samlServiceOf(provider, urls), id)
  // An existing cookie is reused: a user may sign in in two tabs at once.
  const secret = browser.read(request) ?? randomBase62(BROWSER_SECRET_LENGTH)
  const returnTo = localPath((request.query as { returnTo?: unknown }).returnTo) ?? null
  await database.write((db) => insertRequest(db, { id, providerId: provider.id, browser: secret, returnTo, testedBy }))
  browser.write(reply, secret, REQUEST_TTL / SECOND)
  return goTo(reply, url)
}

const receive: Step = async (signIn, request, reply) => {
  const { database, urls } = signIn
  const provider = await loadActive(signIn, request)
  const service = samlServiceOf(provider, urls)
  const { openEnvelope, checkEnvelope, verifyResponse } = await answers()
  const envelope = await openEnvelope(messageIn(request))
  const asked = await findOpenRequest(database.read, provider.id, envelope.inResponseTo)
  const verify = async () => {
    checkEnvelope(envelope, service)
    if (!asked) throw new Refusal('unasked', 'no pending request has this InResponseTo')
    return verifyResponse(provider, service, asked, envelope)
  }
  if (asked && asked.tested_by !== null) {
    const tested: Tested = { received: [] }
    const verified = await tryOut(tested, verify)
    tested.received = verified?.attributes ?? []
    tested.identity = await tryOut(tested, () => verified?.identity())
    await database.write((db) => answerRequest(db, asked, tested, verified?.assertion))
  } else {
    const { identity, assertion } = await verify()
    await database.write((db) => answerRequest(db, asked!, identity(), assertion))
  }
  return goTo(reply, `${urls.base}/saml/${provider.id}/finish/${envelope.inResponseTo}`)
}

function messageIn({ body }: FastifyRequest): string {
  const message = (body as Record<string, string> | undefined)?.SAMLResponse
  if (!message) throw new Refusal('unreadable', 'no SAMLResponse')
  return message
}

const finish: Step = async (signIn, request, reply) => {
  const { database, urls, browser } = signIn
  const provider = await loadActive(signIn, request)
  const secret = browser.read(request)
  if (!secret) throw new Refusal('otherBrowser', 'no cookie')
  const { requestId } = request.params as { requestId: string }
  const begun = await database.write(async (db) => {
    const { request: asked, answer } = await takeAnsweredRequest(db, { id: requestId, providerId: provider.id }, secret)
    if (asked.tested_by !== null) return { testedBy: asked.tested_by, tested: answer as Tested }
    const identity = answer as Identity
    const user = await admit(db, provider, identity, { method: 'saml', requestId: request.id })
    const through = { method: 'saml' as const, organizationId: provider.organization_id, providerId: provider.id }
    const browserNow = browserOf(signIn, request)
    const session = await beginProviderSession(db, user, { ...through, until: identity.until }, browserNow)
    return { session, returnTo: asked.return_to }
  })
  if (begun.tested) {
    await checkTester(signIn, request, provider, begun.testedBy)
    return showTest(signIn, reply, { provider, protocol: 'saml', tested: begun.tested })
  }
  keepSession(signIn, reply, begun.session)
  return goTo(reply, urls.base + (begun.returnTo ?? HOME))
}
