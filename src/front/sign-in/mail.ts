// Asking for a link by mail. The answer and the work are the same whether or not there is an account.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables.ts'
import { findUserByEmail, insertUser } from '../../domain/people/index.ts'
import { type Attempt, countSignInFailure, isSignInLimited, sendSignInLink } from '../../domain/sessions/index.ts'
import { appendEvent } from '../../events/events.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { networkOf } from '../../server/address-limit.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { formOf, forPeople, goTo, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'
import { say, takeNotice } from './notices.ts'
import { mailSentPage } from './pages.ts'
import { INCOMPLETE, isAddress, showSignIn } from './password.ts'

export function serveMailLinks(http: LaterRoutes, signIn: SignIn): void {
  if (!signIn.settings.mail) return
  http.get(
    '/sign-in/mail',
    { config: { operationId: 'signInLinkSentPage' } },
    forPeople(signIn, async (request, reply) => {
      const sentTo = takeNotice(signIn, request, reply)?.sentTo
      return sentTo === undefined
        ? goTo(reply, `${signIn.urls.base}/sign-in`)
        : mailSentPage(signIn.urls, sentTo)(reply)
    }),
  )
  http.post(
    '/sign-in/mail',
    { config: { operationId: 'askForSignInLink' } },
    forPeople(signIn, (request, reply) => receive(signIn, request, reply)),
  )
}

async function receive(signIn: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { database, urls } = signIn
  const form = formOf(signIn, request)
  const email = normalizeEmail(form.email ?? '')
  const returnTo = localPath(form.returnTo)
  const again = (status: number, fault: { email?: string; form?: string }) =>
    showSignIn(signIn, reply.code(status), { returnTo, email: form.email ?? '', fault })
  if (!isAddress(email)) return again(400, { email: INCOMPLETE })
  const attempt: Attempt = { email, network: networkOf(request.ip), by: 'mail' }
  if (await isSignInLimited(database.read, attempt)) return again(429, { form: LIMITED })
  const isSent = await database.write(async (db) => {
    if (!(await countSignInFailure(db, attempt))) return false
    if (signIn.settings.signUp === 'open') await signUp(db, email, request.id)
    await sendSignInLink(db, { id: request.id, email, returnTo })
    return true
  })
  if (!isSent) return again(429, { form: LIMITED })
  say(signIn, reply, undefined, { sentTo: email })
  return goTo(reply, `${urls.base}/sign-in/mail`)
}

/** Creates the account if there is none; it is of use to whoever receives the link. */
async function signUp(db: Db, email: string, requestId: string): Promise<void> {
  if (await findUserByEmail(db, email)) return
  const { id } = await insertUser(db, { email })
  await appendEvent(db, {
    organizationId: null,
    action: 'user.created',
    actorId: id,
    tokenId: null,
    target: { kind: 'user', id },
    data: { email },
    requestId,
  })
}

const LIMITED = 'Too many links were requested. Use the last one, or wait 15 minutes.'
