// Signing in through OpenID Connect: redirect to the provider, come back with a code, exchange it. The provider of an
// organization signs in to that organization only; the one of the server, which the operator trusts, to the account.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Row } from '../../db/tables.ts'
import { ensureUsers } from '../../domain/invites/index.ts'
import { findUserByEmail, updateUser } from '../../domain/people/index.ts'
import {
  type BegunSession,
  beginProviderSession,
  beginSession,
  Refusal,
  recordSignIn,
  verifyAddress,
} from '../../domain/sessions/index.ts'
import {
  admit,
  findOidcProvider,
  type Identity,
  isOidcActive,
  type OidcProvider,
  oidcServiceOf,
  type Tested,
  tryOut,
} from '../../domain/sso/index.ts'
import { appendEvent } from '../../events/events.ts'
import { randomBase62 } from '../../lib/ids.ts'
import { SECOND } from '../../lib/time.ts'
import {
  type Claims,
  type Client,
  insertRequest,
  listClaims,
  REQUEST_TTL,
  readGroups,
  readIdentity,
  takeRequest,
  updateTeams,
} from '../../resources/oidc/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { browserOf, forPeople, goTo, HOME, keepSession, type RestartUrl, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'
import { goToSecondStep } from './second-step.ts'
import { checkTester, findTester, showTest } from './sso-test.ts'

const BROWSER_SECRET_LENGTH = 40
const OIDC = '/oidc/:providerId'
/** Stands for the provider of the server where others have their id. */
const SERVER = 'server'

// Loaded on demand: few servers need the library.
const client = () => import('../../resources/oidc/client.ts')

export function serveOidc(http: LaterRoutes, signIn: SignIn): void {
  const again: RestartUrl = (request) => oidcServiceOf({ id: idIn(request) }, signIn.urls).startURL
  const page = (handle: Step, from?: RestartUrl) =>
    forPeople(signIn, (request, reply) => handle(signIn, request, reply), from)
  http.get(`${OIDC}/start`, { config: { operationId: 'oidcStart' } }, page(start))
  http.get(`${OIDC}/callback`, { config: { operationId: 'oidcCallback' } }, page(finish, again))
}

type Step = (signIn: SignIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const idIn = ({ params }: FastifyRequest) => encodeURIComponent((params as { providerId: string }).providerId)

/** How to ask a provider; `provider` is undefined for the one of the server. */
interface Asked extends Client {
  provider?: OidcProvider
}

async function loadAsked({ database, vault, urls, oidc }: SignIn, request: FastifyRequest): Promise<Asked> {
  const id = idIn(request)
  const redirectUrl = oidcServiceOf({ id }, urls).redirectURL
  if (id === SERVER && oidc) return { ...oidc, scopes: [], redirectUrl }
  const provider = await findOidcProvider(database.read, id)
  if (!provider) throw new Refusal('unknownProvider')
  if (!isOidcActive(provider)) throw new Refusal('notReady')
  return {
    issuer: provider.issuer,
    clientId: provider.client_id,
    clientSecret: vault.unseal(provider.client_secret!),
    verifiedClaim: provider.verified_claim,
    scopes: JSON.parse(provider.scopes) as string[],
    redirectUrl,
    provider,
  }
}

const start: Step = async (signIn, request, reply) => {
  const { database, browser, fetcher } = signIn
  const asked = await loadAsked(signIn, request)
  const { provider } = asked
  const testedBy = provider ? await findTester(signIn, request, provider) : null
  const { requestUrl } = await client()
  // An existing cookie is reused: a user may sign in in two tabs at once.
  const secret = browser.read(request) ?? randomBase62(BROWSER_SECRET_LENGTH)
  const returnTo = localPath((request.query as { returnTo?: unknown }).returnTo) ?? null
  const challenge = await database.write((db) =>
    insertRequest(db, { providerId: provider?.id ?? null, browser: secret, returnTo, testedBy }),
  )
  const tested: Tested = { received: [] }
  const ask = () => requestUrl(fetcher, asked, challenge)
  const url = testedBy === null ? await ask() : await tryOut(tested, ask)
  if (url === undefined) return showTest(signIn, reply, { provider: provider!, protocol: 'oidc', tested })
  browser.write(reply, secret, REQUEST_TTL / SECOND)
  return goTo(reply, url)
}

const finish: Step = async (signIn, request, reply) => {
  const { database, urls, browser, fetcher } = signIn
  const asked = await loadAsked(signIn, request)
  const secret = browser.read(request)
  if (!secret) throw new Refusal('otherBrowser', 'no cookie')
  const query = new URL(request.url, urls.base).searchParams
  const pending = { state: query.get('state') ?? '', providerId: asked.provider?.id ?? null }
  const { request: taken, challenge } = await database.write((db) => takeRequest(db, pending, secret))
  const { receiveClaims } = await client()
  const groupsClaim = asked.provider?.groups_claim ?? ''
  const needed = ['email', asked.verifiedClaim, ...(groupsClaim === '' ? [] : [groupsClaim])]
  const receive = () => receiveClaims(fetcher, asked, challenge, query, needed)
  if (taken.tested_by !== null && asked.provider) {
    await checkTester(signIn, request, asked.provider, taken.tested_by)
    return showTest(signIn, reply, {
      provider: asked.provider,
      protocol: 'oidc',
      tested: await testClaims(asked.provider, receive),
    })
  }
  const claims = await receive()
  const identity = readIdentity(claims, asked.verifiedClaim)
  const groups = groupsClaim === '' ? undefined : readGroups(claims, groupsClaim)
  const returnTo = taken.return_to ?? undefined
  const { provider } = asked
  if (!provider) return enterServer(signIn, request, reply, { identity, returnTo })
  const begun = await database.write((db) => enterOrganization(db, signIn, request, { provider, identity, groups }))
  keepSession(signIn, reply, begun)
  return goTo(reply, urls.base + (returnTo ?? HOME))
}

async function testClaims(provider: OidcProvider, receive: () => Promise<Claims[]>): Promise<Tested> {
  const tested: Tested = { received: [] }
  const claims = await tryOut(tested, receive)
  if (!claims) return tested
  tested.received = listClaims(claims)
  tested.identity = await tryOut(tested, () => readIdentity(claims, provider.verified_claim))
  if (provider.groups_claim !== '') tested.groups = [...readGroups(claims, provider.groups_claim)]
  return tested
}

interface Received {
  provider: OidcProvider
  identity: Identity
  /** Undefined if groups do not count. */
  groups: ReadonlySet<string> | undefined
}

async function enterOrganization(
  db: Db,
  signIn: SignIn,
  request: FastifyRequest,
  { provider, identity, groups }: Received,
): Promise<BegunSession> {
  const user = await admit(db, provider, identity, { method: 'oidc', requestId: request.id })
  if (groups) await updateTeams(db, provider, user, groups, request.id)
  const through = { method: 'oidc' as const, organizationId: provider.organization_id, providerId: provider.id }
  return beginProviderSession(db, user, through, browserOf(signIn, request))
}

/** Whoever chose a second step takes it here too: they cannot tell whether the provider asks for one. */
async function enterServer(
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, returnTo }: { identity: Identity; returnTo: string | undefined },
): Promise<FastifyReply> {
  const { user, begun } = await signIn.database.write(async (db) => {
    const known = await findUserByEmail(db, identity.email)
    if (!known && signIn.settings.signUp !== 'open') throw new Refusal('noAccount', identity.email)
    const user = await verifyAddress(db, known ?? (await signUp(db, identity, request.id)))
    if (user.passkey_required === 1) return { user }
    const begun = (await beginSession(db, user, 'oidc', browserOf(signIn, request)))!
    await recordSignIn(db, user, { action: 'signed-in', method: 'oidc', session: begun.id, requestId: request.id })
    return { user, begun }
  })
  if (!begun) return goToSecondStep(signIn, reply, { userId: user.id, returnTo })
  keepSession(signIn, reply, begun)
  return goTo(reply, signIn.urls.base + (returnTo ?? HOME))
}

async function signUp(db: Db, { email, displayName }: Identity, requestId: string): Promise<Row<'users'>> {
  const [created] = await ensureUsers(db, [email])
  await appendEvent(db, {
    organizationId: null,
    action: 'user.created',
    actorId: created!.id,
    tokenId: null,
    target: { kind: 'user', id: created!.id },
    data: { email },
    requestId,
  })
  return displayName ? updateUser(db, created!.id, { displayName }) : created!
}
