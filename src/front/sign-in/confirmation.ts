// Proving again who one is, before a sensitive step; and changing the password, which is one.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONFIRMED_FOR } from '../../access/admission.ts'
import { isBoundBySso } from '../../access/sessions.ts'
import type { Row } from '../../db/tables.ts'
import {
  authenticationOptions,
  clearSignInFailures,
  confirmSession,
  countSignInFailure,
  findPasswordFault,
  findPasswordHash,
  hashPassword,
  hasPasskey,
  hasPasskeys,
  isSignInLimited,
  putPasswordHash,
  Refusal,
  recordPasskeyUse,
  recordSignIn,
  removeSessionsOf,
  removeSignInLinksOf,
  verifyPassword,
} from '../../domain/sessions/index.ts'
import { appendEvent } from '../../events/events.ts'
import { fromNow } from '../../lib/time.ts'
import { networkOf } from '../../server/address-limit.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { ACCOUNT, type Form, formOf, forPeople, goTo, loadVisit, type SignIn, type Visit } from './context.ts'
import { localPath } from './local-path.ts'
import { say } from './notices.ts'
import { confirmedPage, confirmPage, passwordPage } from './pages.ts'
import { partyOf, prove } from './passkey.ts'
import { MAX_PASSWORD } from './password.ts'

export const CONFIRM = '/sign-in/confirm'
/** Where the console leads afterwards: what it was doing waits in another tab. */
const CONFIRMED = '/sign-in/confirmed'
export const PASSWORD = `${ACCOUNT}/password`

export const isConfirmed = ({ session }: Visit): boolean => session.row.authenticated_at >= fromNow(-CONFIRMED_FOR)

export function serveConfirmation(http: LaterRoutes, signIn: SignIn): void {
  const page = (handle: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    forPeople(signIn, async (request, reply) => handle(await loadVisit(signIn, request), request, reply))
  const returnOf = (given: unknown) => localPath((given as Record<string, unknown>)?.returnTo) ?? ACCOUNT

  http.get(
    CONFIRM,
    { config: { operationId: 'confirmPage' } },
    page(async ({ session: { user } }, { query }, reply) => {
      const ways = await waysOf(signIn, user)
      return confirmPage(signIn, { user, returnTo: returnOf(query), ways })(reply)
    }),
  )
  http.post(
    `${CONFIRM}/options`,
    { config: { operationId: 'confirmOptions' } },
    page(async ({ session: { user } }, request, reply) => {
      formOf(signIn, request)
      const party = partyOf(signIn)
      const asked = { purpose: 'confirmation' as const, userId: user.id }
      return reply.send(await signIn.database.write((db) => authenticationOptions(db, party, asked)))
    }),
  )
  http.post(
    CONFIRM,
    { config: { operationId: 'confirmIdentity' } },
    page(async (visit, request, reply) => {
      const form = formOf(signIn, request)
      const { user } = visit.session
      const returnTo = returnOf(form)
      const ways = await waysOf(signIn, user)
      const fault = await confirm(signIn, visit, { form, ways }, request)
      if (fault === undefined) {
        if (returnTo === ACCOUNT) say(signIn, reply, visit, { text: 'Thank you. Now you can repeat the step.' })
        return goTo(reply, signIn.urls.base + returnTo)
      }
      return confirmPage(signIn, { user, returnTo, fault, ways })(reply.code(401))
    }),
  )
  http.get(
    CONFIRMED,
    { config: { operationId: 'confirmedPage' } },
    page(async (_visit, _request, reply) => confirmedPage(signIn.urls)(reply)),
  )
  http.get(
    PASSWORD,
    { config: { operationId: 'passwordPage' } },
    page(async (visit, _request, reply) => {
      const refused = mayChange(signIn, visit, reply)
      if (refused) return refused
      const hasPassword = (await findPasswordHash(signIn.database.read, visit.session.user.id)) !== undefined
      return passwordPage(signIn.urls, { hasPassword })(reply)
    }),
  )
  http.post(
    PASSWORD,
    { config: { operationId: 'changePassword' } },
    page(async (visit, request, reply) => {
      const form = formOf(signIn, request)
      const refused = mayChange(signIn, visit, reply)
      if (refused) return refused
      const { user, row } = visit.session
      const owner = { email: user.email, displayName: user.display_name }
      const fault = await findPasswordFault(form.password ?? '', owner)
      const hasPassword = (await findPasswordHash(signIn.database.read, user.id)) !== undefined
      if (fault !== undefined) return passwordPage(signIn.urls, { hasPassword, fault })(reply.code(400))
      const hash = await hashPassword(form.password!)
      await signIn.database.write(async (db) => {
        await putPasswordHash(db, user.id, hash)
        await removeSessionsOf(db, user.id, row.id)
        await removeSignInLinksOf(db, user.id)
        await appendEvent(db, {
          organizationId: null,
          action: 'user.password.changed',
          actorId: user.id,
          tokenId: row.id,
          target: { kind: 'user', id: user.id },
          data: {},
          requestId: request.id,
        })
      })
      const text = `Your password is ${hasPassword ? 'changed' : 'set'}. You are signed out in all other browsers.`
      say(signIn, reply, visit, { text })
      return goTo(reply, signIn.urls.base + ACCOUNT)
    }),
  )
}

/**
 * False if the sender of a form has proved lately who they are. Otherwise it answers with a page that asks, which sends the
 * form once more with the proof, so that the step goes on.
 */
export async function asksForProof(
  signIn: SignIn,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (isConfirmed(visit)) return false
  const step = new URLSearchParams(formOf(signIn, request)).toString()
  const given = (request.body ?? {}) as Form
  const { user } = visit.session
  const ways = await waysOf(signIn, user)
  const isAnswer = given.step !== undefined
  const fault = isAnswer ? await confirm(signIn, visit, { form: given, ways }, request) : undefined
  if (isAnswer && fault === undefined) return false
  const action = signIn.urls.base + new URL(request.url, signIn.urls.base).pathname
  const page = confirmPage(signIn, { user, returnTo: ACCOUNT, step: { action, fields: step }, fault, ways })
  await page(reply.code(isAnswer ? 401 : 403))
  return true
}

// A provider of one organization must not set a password for the whole account.
function mayChange({ urls }: SignIn, visit: Visit, reply: FastifyReply): FastifyReply | undefined {
  if (isBoundBySso(visit.session.row)) throw new Refusal('ssoOnly')
  if (isConfirmed(visit)) return undefined
  return goTo(reply, `${urls.base}${CONFIRM}?${new URLSearchParams({ returnTo: PASSWORD })}`)
}

/** Who asks for a passkey after the password does so here too. */
async function waysOf({ database, passkeys }: SignIn, { id, passkey_required }: Row<'users'>) {
  const stored = await findPasswordHash(database.read, id)
  return {
    password: stored !== undefined && passkey_required === 0,
    passkey: hasPasskeys(passkeys.party) && (await hasPasskey(database.read, id)),
  }
}

async function confirmWithPasskey(
  signIn: SignIn,
  { session: { user, row } }: Visit,
  credential: string,
  request: FastifyRequest,
): Promise<undefined> {
  const proof = await prove(signIn, request, { credential, purposes: ['confirmation'], userId: user.id })
  await signIn.database.write(async (db) => {
    await clearSignInFailures(db, proof.attempt)
    await recordPasskeyUse(db, proof.passkey.id, proof.counter)
    await confirmSession(db, row.id)
  })
}

interface Proof {
  form: Form
  ways: { password: boolean }
}

/** Returns what is wrong; undefined once the session is confirmed. */
const confirm = async (signIn: SignIn, visit: Visit, { form, ways }: Proof, request: FastifyRequest) =>
  form.credential
    ? confirmWithPasskey(signIn, visit, form.credential, request)
    : confirmWithPassword(signIn, visit, ways.password ? (form.password ?? '') : '', request)

const LIMITED = 'Too many failed attempts. Wait 15 minutes.'

async function confirmWithPassword(
  { database }: SignIn,
  { session: { user, row } }: Visit,
  password: string,
  request: FastifyRequest,
): Promise<string | undefined> {
  const attempt = { email: user.email, network: networkOf(request.ip) }
  if (await isSignInLimited(database.read, attempt)) return LIMITED
  if (!(await database.write((db) => countSignInFailure(db, attempt)))) return LIMITED
  const stored = await findPasswordHash(database.read, user.id)
  const isRight = password.length <= MAX_PASSWORD && (await verifyPassword(password, stored))
  await database.write(async (db) => {
    if (!isRight) return recordSignIn(db, user, { action: 'sign-in-failed', method: 'password', requestId: request.id })
    await clearSignInFailures(db, attempt)
    await confirmSession(db, row.id)
  })
  return isRight ? undefined : 'This is not your password. Try again.'
}
