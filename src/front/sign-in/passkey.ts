// Signing in with a passkey alone.

import type { FastifyRequest } from 'fastify'
import type { Row } from '../../db/tables.ts'
import { findUser } from '../../domain/people/index.ts'
import {
  type Attempt,
  authenticationOptions,
  countSignInFailure,
  findPasskeyByCredential,
  hasPasskeys,
  isSignInLimited,
  type Purpose,
  parseCredential,
  Refusal,
  type RelyingParty,
  readAnswer,
  recordPasskeyUse,
  recordSignIn,
  recordUnknownSignIn,
  takeChallenge,
  verifyAuthentication,
} from '../../domain/sessions/index.ts'
import { networkOf } from '../../server/address-limit.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { completeSignIn } from './completion.ts'
import { formOf, forPeople, type SignIn } from './context.ts'
import { localPath } from './local-path.ts'

export function servePasskey(http: LaterRoutes, signIn: SignIn): void {
  http.post(
    '/sign-in/passkey/options',
    { config: { operationId: 'passkeyOptions' } },
    forPeople(signIn, async (request, reply) => {
      formOf(signIn, request)
      const party = partyOf(signIn)
      const options = await signIn.database.write((db) => authenticationOptions(db, party, { purpose: 'sign-in' }))
      return reply.send(options)
    }),
  )
  http.post(
    '/sign-in/passkey',
    { config: { operationId: 'signInWithPasskey' } },
    forPeople(signIn, async (request, reply) => {
      const form = formOf(signIn, request)
      const { user, passkey, counter, attempt } = await prove(signIn, request, {
        credential: form.credential,
        purposes: ['sign-in'],
      })
      return completeSignIn(
        signIn,
        { user, method: 'passkey', attempt, record: (db) => recordPasskeyUse(db, passkey.id, counter) },
        { request, reply, returnTo: localPath(form.returnTo) },
      )
    }),
  )
}

export function partyOf({ passkeys: { party } }: SignIn): RelyingParty {
  if (!hasPasskeys(party)) throw new Refusal('noPasskeysHere')
  return party
}

interface Expected {
  /** The field of the form. */
  credential: string | undefined
  purposes: readonly Purpose[]
  /** The only user who may answer. */
  userId?: string
}

/** Checks a passkey. Failures are limited and in the audit log. */
export async function prove(
  signIn: SignIn,
  request: FastifyRequest,
  { credential, purposes, userId }: Expected,
): Promise<{ user: Row<'users'>; passkey: Row<'passkeys'>; counter: number; attempt: Attempt }> {
  const { database } = signIn
  const party = partyOf(signIn)
  const answer = readAnswer('authentication', parseCredential(credential))
  const asked = await database.write((db) => takeChallenge(db, answer.challenge))
  const passkey = await findPasskeyByCredential(database.read, answer.response.id)
  const user = passkey && (await findUser(database.read, passkey.user_id))
  const attempt = { email: user?.email ?? `passkey ${answer.response.id}`, network: networkOf(request.ip) }
  if (await isSignInLimited(database.read, attempt)) throw new Refusal('limited')
  if (!(await database.write((db) => countSignInFailure(db, attempt)))) throw new Refusal('limited')
  try {
    if (!asked || !purposes.includes(asked.purpose)) throw new Refusal('passkeyExpired', 'unknown challenge')
    if (!user || !passkey) throw new Refusal('passkeyRefused', 'unknown passkey')
    for (const expected of [asked.user_id, userId])
      if (expected && expected !== user.id) throw new Refusal('passkeyRefused', 'passkey of another user')
    const { counter } = await verifyAuthentication(party, passkey, answer)
    return { user, passkey, counter, attempt }
  } catch (error) {
    if (error instanceof Refusal)
      await database.write((db) =>
        user
          ? recordSignIn(db, user, { action: 'sign-in-failed', method: 'passkey', requestId: request.id })
          : recordUnknownSignIn(db, request.id, 'passkey'),
      )
    throw error
  }
}
