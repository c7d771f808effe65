// What somebody can do who has signed in: create an API token, and sign out.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSession, formSecretOf, removeSession, type Session } from '../../access/sessions.ts'
import { appendEvent, type Event } from '../../db/events.ts'
import { isStorable } from '../../lib/text.ts'
import { DAY, fromNow } from '../../lib/time.ts'
import { Refusal } from '../../resources/saml/refusals.ts'
import { insertToken } from '../../resources/users/queries.ts'
import { forPeople, type SignIn } from './context.ts'
import { ACCOUNT, accountPage, LIFETIMES, signedOutPage, tokenPage } from './pages.ts'

const MAX_LABEL = 100

interface Visit {
  session: Session
  secret: string
  request: FastifyRequest
  reply: FastifyReply
}

export function serveAccount(http: FastifyInstance, signIn: SignIn): void {
  const page = (handle: (visit: Visit) => Promise<FastifyReply>) =>
    forPeople(signIn, async (request, reply) => handle({ ...(await loadVisit(signIn, request)), request, reply }))

  http.get(
    ACCOUNT,
    { config: { operationId: 'account' } },
    page(async (visit) => accountPage(signed(visit))(visit.reply)),
  )

  http.post(
    `${ACCOUNT}/tokens`,
    { config: { operationId: 'accountToken' } },
    page(async (visit) => {
      const { label, expiresAt } = readToken(formOf(visit))
      const { user, organization } = visit.session
      const secret = await signIn.database.write(async (db) => {
        const { token, secret } = await insertToken(db, user.id, { label, expiresAt, boundTo: organization.id })
        await appendEvent(db, eventOf(visit, 'user.token.created', { kind: 'token', id: token.id }))
        return secret
      })
      return tokenPage(signed(visit), { label, secret })(visit.reply)
    }),
  )

  http.post(
    `${ACCOUNT}/sign-out`,
    { config: { operationId: 'signOut' } },
    page(async (visit) => {
      formOf(visit)
      await signIn.database.write(async (db) => {
        await removeSession(db, visit.secret)
        const member = { kind: 'member', id: visit.session.user.id }
        await appendEvent(db, eventOf(visit, 'organization.member.signed-out', member))
      })
      signIn.session.clear(visit.reply)
      return signedOutPage(visit.reply)
    }),
  )

  const signed = ({ session, secret }: Visit) => ({ session, formSecret: formSecretOf(secret), urls: signIn.urls })
}

async function loadVisit({ database, session }: SignIn, request: FastifyRequest) {
  const secret = session.read(request)
  const found = secret && (await findSession(database.read, secret))
  if (!found) throw new Refusal('notSignedIn')
  return { session: found, secret }
}

/** What was filled in, on a page of ours and on no other. */
function formOf({ secret, request }: Visit): Record<string, string> {
  const form = (request.body ?? {}) as Record<string, string>
  const [given, expected] = [form.secret ?? '', formSecretOf(secret)].map((text) => Buffer.from(text))
  if (given!.length !== expected!.length || !timingSafeEqual(given!, expected!)) throw new Refusal('forgedForm')
  return form
}

function readToken({ label = '', days = '' }: Record<string, string>) {
  const text = label.trim()
  const lifetime = LIFETIMES.find((allowed) => String(allowed) === days)
  if (text === '' || text.length > MAX_LABEL || !isStorable(text) || lifetime === undefined)
    throw new Refusal('badForm')
  return { label: text, expiresAt: lifetime === 0 ? undefined : fromNow(lifetime * DAY) }
}

const eventOf = ({ session, request }: Visit, action: Event['action'], target: Event['target']): Event => ({
  organizationId: session.organization.id,
  action,
  actorId: session.user.id,
  tokenId: null,
  target,
  data: { session: session.id },
  requestId: request.id,
})
