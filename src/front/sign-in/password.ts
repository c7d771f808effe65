// Signing in with an email address and a password. Unknown accounts, accounts without a password and wrong passwords get
// the same answer, after the same work.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { findUserByEmail } from '../../domain/people/index.ts'
import {
  type Attempt,
  countSignInFailure,
  findPasswordHash,
  isSignInLimited,
  recordSignIn,
  recordUnknownSignIn,
  verifyPassword,
} from '../../domain/sessions/index.ts'
import { hasLogins } from '../../domain/sso/index.ts'
import { isStorable, normalizeEmail } from '../../lib/text.ts'
import { networkOf } from '../../server/address-limit.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { completeSignIn } from './completion.ts'
import { findVisit, formOf, forPeople, goTo, HOME, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'
import { takeNotice } from './notices.ts'
import { type SignInForm, signInPage } from './pages.ts'
import { goToSecondStep } from './second-step.ts'

export const MAX_PASSWORD = 1024
const MAX_EMAIL = 254

export function servePassword(http: LaterRoutes, signIn: SignIn): void {
  const { urls } = signIn
  http.get(
    '/sign-in',
    { config: { operationId: 'signInPage' } },
    forPeople(signIn, async (request, reply) => {
      const { returnTo, email } = request.query as Record<string, unknown>
      const target = localPath(returnTo)
      if (await findVisit(signIn, request)) return goTo(reply, urls.base + (target ?? HOME))
      const done = takeNotice(signIn, request, reply)?.text
      return showSignIn(signIn, reply, { returnTo: target, email: typeof email === 'string' ? email : '', done })
    }),
  )
  http.post(
    '/sign-in',
    { config: { operationId: 'signInWithPassword' } },
    forPeople(signIn, (request, reply) => receive(signIn, request, reply)),
  )
}

export const showSignIn = async (signIn: SignIn, reply: FastifyReply, form: Omit<SignInForm, 'hasCompanies'>) =>
  signInPage(signIn, { ...form, hasCompanies: await hasLogins(signIn.database.read) })(reply)

async function receive(signIn: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { database } = signIn
  const form = formOf(signIn, request)
  const email = normalizeEmail(form.email ?? '')
  const password = form.password ?? ''
  const returnTo = localPath(form.returnTo)
  const again = (status: number, fault: { email?: string; form?: string }) =>
    showSignIn(signIn, reply.code(status), { returnTo, email: form.email ?? '', fault })
  if (!isAddress(email)) return again(400, { email: INCOMPLETE })
  const attempt: Attempt = { email, network: networkOf(request.ip) }
  if (password === '' || password.length > MAX_PASSWORD) return again(400, { form: WRONG })
  const limited = () => again(429, { form: LIMITED })
  if (await isSignInLimited(database.read, attempt)) return limited()
  if (!(await database.write((db) => countSignInFailure(db, attempt)))) return limited()
  const user = await findUserByEmail(database.read, email)
  const stored = user && (await findPasswordHash(database.read, user.id))
  if (!(await verifyPassword(password, stored)) || !user) {
    await database.write((db) =>
      user
        ? recordSignIn(db, user, { action: 'sign-in-failed', method: 'password', requestId: request.id })
        : recordUnknownSignIn(db, request.id),
    )
    return again(401, { form: WRONG })
  }
  if (user.passkey_required === 1) return goToSecondStep(signIn, reply, { userId: user.id, returnTo })
  return completeSignIn(signIn, { user, method: 'password', attempt }, { request, reply, returnTo })
}

/** True for text that may be the address of an account. */
export const isAddress = (email: string): boolean =>
  /^[^@\s]+@[^@\s]+$/.test(email) && email.length <= MAX_EMAIL && isStorable(email)

export const INCOMPLETE = 'Enter the full address, for example writer@example.com.'
const WRONG = 'The address or the password is wrong. Check both and try again.'
const LIMITED = 'Too many failed attempts. Wait 15 minutes, or ask an administrator for a sign-in link.'
