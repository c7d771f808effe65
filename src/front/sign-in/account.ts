// The account of signed-in users: its page, creating an API token, and signing out.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isReached } from '../../access/caller.ts'
import { toCaller } from '../../access/sessions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { insertToken, listTokensOf, viewerOfMember } from '../../domain/people/index.ts'
import {
  csrfTokenOf,
  findPasswordHash,
  listPasskeysOf,
  listSessionsOf,
  Refusal,
  recordSignIn,
  removeSession,
} from '../../domain/sessions/index.ts'
import { siteUrl } from '../../domain/site-addresses/index.ts'
import { listSites } from '../../domain/sites/index.ts'
import { appendEvent } from '../../events/events.ts'
import { isStorable } from '../../lib/text.ts'
import { DAY, fromNow } from '../../lib/time.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import type { Urls } from '../../server/urls.ts'
import { accountPage, LIFETIMES, NEW_TOKEN, type Signed, tokenPage } from './account-pages.ts'
import { asksForProof } from './confirmation.ts'
import {
  ACCOUNT,
  formOf as checkForm,
  type Form,
  findVisit,
  forPeople,
  goTo,
  isOwner,
  loadVisit,
  type SignIn,
  type Visit,
} from './context.ts'
import { say, takeNotice } from './notices.ts'
import { isSetUp } from './setup.ts'

const MAX_LABEL = 100
/** More are found with the API. */
const MAX_SITES = 50

type Handle = (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function serveAccount(http: LaterRoutes, signIn: SignIn): void {
  const page = (handle: Handle) =>
    forPeople(signIn, async (request, reply) => handle(await loadVisit(signIn, request), request, reply))

  http.get(
    ACCOUNT,
    { config: { operationId: 'account' } },
    forPeople(signIn, async (request, reply) => {
      const visit = await findVisit(signIn, request)
      if (!visit) return goTo(reply, `${signIn.urls.base}/sign-in?${new URLSearchParams({ returnTo: ACCOUNT })}`)
      if (!(await isSetUp(signIn.database.read, visit.session))) return goTo(reply, `${signIn.urls.base}/sign-in/setup`)
      const done = takeNotice(signIn, request, reply, visit)?.text
      return accountPage(await signedIn(signIn, visit), done)(reply)
    }),
  )
  http.get(
    NEW_TOKEN,
    { config: { operationId: 'newTokenPage' } },
    page(async (visit, request, reply) => {
      const token = takeNotice(signIn, request, reply, visit)?.token
      return token ? tokenPage(await signedIn(signIn, visit), token)(reply) : goTo(reply, signIn.urls.base + ACCOUNT)
    }),
  )
  http.post(
    `${ACCOUNT}/tokens`,
    { config: { operationId: 'accountToken' } },
    page(async (visit, request, reply) => {
      const form = formOf(signIn, visit, request)
      if (await asksForProof(signIn, visit, request, reply)) return reply
      const signed = await signedIn(signIn, visit)
      const { label, expiresAt, boundTo } = readToken(form, signed)
      const { user, row } = visit.session
      const secret = await signIn.database.write(async (db) => {
        const { token, secret } = await insertToken(db, user.id, { label, expiresAt, boundTo })
        await appendEvent(db, {
          organizationId: boundTo,
          action: 'user.token.created',
          actorId: user.id,
          tokenId: row.id,
          target: { kind: 'token', id: token.id },
          data: { session: row.id },
          requestId: request.id,
        })
        return secret
      })
      say(signIn, reply, visit, { token: { label, secret } })
      return goTo(reply, signIn.urls.base + NEW_TOKEN)
    }),
  )
  http.post(
    `${ACCOUNT}/sign-out`,
    { config: { operationId: 'signOut' } },
    page(async (visit, request, reply) => {
      checkForm(signIn, request)
      const { user, row } = visit.session
      await signIn.database.write(async (db) => {
        await removeSession(db, visit.secret)
        await recordSignIn(db, user, {
          action: 'signed-out',
          method: row.method,
          session: row.id,
          requestId: request.id,
          organizationId: row.bound === 1 ? visit.session.organizations[0]!.id : undefined,
        })
      })
      signIn.session.clear(reply)
      say(signIn, reply, undefined, {
        text: 'You are signed out of this browser. Tokens that you created remain valid.',
      })
      return goTo(reply, `${signIn.urls.base}/sign-in`)
    }),
  )
}

async function signedIn(signIn: SignIn, visit: Visit): Promise<Signed> {
  const { database, urls, passkeys, settings } = signIn
  const { session, secret } = visit
  const organizations = await database.read
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select(['organizations.id', 'organizations.title', 'organizations.hostname', 'members.role'])
    .where('members.user_id', '=', session.user.id)
    .where(isReached(sql.ref('organizations.id'), toCaller(session, secret)))
    .orderBy('organizations.id')
    .execute()
  const { id } = session.user
  const db = database.read
  return {
    session,
    isOwner: await isOwner(signIn, visit),
    organizations,
    sites: await findSites(db, urls, id, organizations),
    formSecret: csrfTokenOf(secret),
    urls,
    passkeys,
    ownPasskeys: await listPasskeysOf(db, id),
    hasPassword: (await findPasswordHash(db, id)) !== undefined,
    sessions: await listSessionsOf(db, id),
    tokens: await listTokensOf(db, id),
    canSendMail: settings.mail,
  }
}

type Membership = Pick<Row<'organizations'>, 'id' | 'title' | 'hostname'> & Pick<Row<'members'>, 'role'>

/** The published sites that a browser can open as it is: neither a share link nor a visitor's token is needed. */
async function findSites(db: Db, urls: Urls, userId: string, organizations: readonly Membership[]) {
  const found = await Promise.all(
    organizations.map(async (organization) => {
      const viewer = viewerOfMember(organization.id, { id: userId, role: organization.role })
      const { rows } = await listSites(db, viewer, { published: true }, { limit: MAX_SITES, after: undefined })
      return rows
        .filter(({ visibility }) => visibility === 'public' || visibility === 'unlisted')
        .map((site) => ({ title: site.title, url: siteUrl(urls, organization, site) }))
    }),
  )
  return found.flat()
}

/** Reads a form, and rejects forms that another site submitted. */
function formOf(signIn: SignIn, { secret }: Visit, request: FastifyRequest): Form {
  const form = checkForm(signIn, request)
  const [given, expected] = [form.secret ?? '', csrfTokenOf(secret)].map((text) => Buffer.from(text))
  if (given!.length !== expected!.length || !timingSafeEqual(given!, expected!)) throw new Refusal('forgedForm')
  return form
}

function readToken({ label = '', days = '', organization = '' }: Record<string, string>, signed: Signed) {
  const text = label.trim()
  const lifetime = LIFETIMES.find((allowed) => String(allowed) === days)
  // A bound session with one organization needs no choice.
  const { row } = signed.session
  const chosen = organization || (row.bound === 1 ? (signed.organizations[0]?.id ?? '') : '')
  const isReachable = chosen === '' ? row.bound === 0 : signed.organizations.some(({ id }) => id === chosen)
  if (text === '' || text.length > MAX_LABEL || !isStorable(text) || lifetime === undefined || !isReachable)
    throw new Refusal('badForm')
  return { label: text, expiresAt: lifetime === 0 ? undefined : fromNow(lifetime * DAY), boundTo: chosen || null }
}
