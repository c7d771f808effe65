// Links that sign in once: opening one shows a button, and the button signs in.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Row } from '../../db/tables.ts'
import {
  beginSession,
  findSignInLink,
  hasCredentials,
  isExpiredSignInLink,
  Refusal,
  recordSignIn,
  type SignInLink,
  takeSignInLink,
  verifyAddress,
} from '../../domain/sessions/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { browserOf, formOf, forPeople, goTo, HOME, keepSession, type SignIn } from './context.ts'
import { linkPage } from './pages.ts'
import { goToSecondStep } from './second-step.ts'

const LINK = '/sign-in/link/:secret'

export function serveLinks(http: LaterRoutes, signIn: SignIn): void {
  http.get(
    LINK,
    { config: { operationId: 'signInLinkPage' } },
    forPeople(signIn, async (request, reply) => {
      const found = await loadLink(signIn, request)
      return linkPage(signIn.urls, found.user)(reply)
    }),
  )
  http.post(
    LINK,
    { config: { operationId: 'signInWithLink' } },
    forPeople(signIn, (request, reply) => useLink(signIn, request, reply)),
  )
}

async function loadLink({ database }: SignIn, request: FastifyRequest): Promise<SignInLink> {
  const { secret } = request.params as { secret: string }
  if (!/^[0-9A-Za-z]{40}$/.test(secret)) throw new Refusal('linkBroken')
  const found = await findSignInLink(database.read, secret)
  if (found) return found
  throw new Refusal((await isExpiredSignInLink(database.read, secret)) ? 'linkExpired' : 'linkUsed')
}

async function useLink(signIn: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { database, urls } = signIn
  formOf(signIn, request)
  const found = await loadLink(signIn, request)
  const isSetUp = await hasCredentials(database.read, found.user.id)
  // An invitation signs in only those who have no other way yet: an admin must not enter the accounts of others.
  const isForOrganization = found.link.organization_id !== null
  if ((found.link.kind === 'invitation' && isSetUp) || (isForOrganization && found.user.email_verified_at !== null))
    return goTo(reply, `${urls.base}/sign-in?${new URLSearchParams({ email: found.user.email })}`)
  // The operator's link is the way back in for those who lost their passkey.
  if (found.link.kind === 'mail' && found.user.passkey_required === 1) return takeToPasskey(signIn, found, reply)
  const begun = await database.write(async (db) => {
    if (!(await takeSignInLink(db, found))) throw new Refusal('linkUsed')
    const user = await trust(db, found)
    const session = await beginSession(db, user, 'link', browserOf(signIn, request))
    if (!session) throw new Refusal('notVerified')
    await recordSignIn(db, user, { action: 'signed-in', method: 'link', session: session.id, requestId: request.id })
    return session
  })
  keepSession(signIn, reply, begun)
  return goTo(reply, urls.base + (isSetUp ? (found.link.return_to ?? HOME) : '/sign-in/setup'))
}

async function takeToPasskey(signIn: SignIn, found: SignInLink, reply: FastifyReply): Promise<FastifyReply> {
  if (!(await signIn.database.write((db) => takeSignInLink(db, found)))) throw new Refusal('linkUsed')
  return goToSecondStep(signIn, reply, { userId: found.user.id, returnTo: found.link.return_to ?? undefined })
}

/** Whoever hands the link over vouches for the address: for all organizations, or only for their own. */
async function trust(db: Db, { link, user }: SignInLink): Promise<Row<'users'>> {
  if (link.organization_id === null) return verifyAddress(db, user)
  const vouched = await db
    .updateTable('users')
    .set({ vouched_by: link.organization_id })
    .where('id', '=', user.id)
    .where('email_verified_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!vouched) throw new Refusal('linkUsed')
  return vouched
}
