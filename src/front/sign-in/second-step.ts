// The second step: a passkey, after the password, a link by mail, or the OpenID Connect provider of the server. Who has
// taken the first step is in a sealed cookie.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticationOptions, Refusal, recordPasskeyUse } from '../../domain/sessions/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { completeSignIn } from './completion.ts'
import { formOf, forPeople, goTo, type SignIn } from './context.ts'
import { partyOf, prove } from './passkey.ts'
import { secondStepPage } from './passkey-pages.ts'

const PATH = '/sign-in/second-step'

interface FirstStep {
  userId: string
  returnTo?: string | undefined
}

/** Asks for the passkey of a user who has taken the first step. */
export function goToSecondStep(signIn: SignIn, reply: FastifyReply, taken: FirstStep): FastifyReply {
  partyOf(signIn)
  signIn.secondStep.write(reply, taken)
  return goTo(reply, signIn.urls.base + PATH)
}

export function serveSecondStep(http: LaterRoutes, signIn: SignIn): void {
  const load = (request: FastifyRequest): FirstStep => {
    const taken = signIn.secondStep.read(request)
    if (!taken) throw new Refusal('firstStepExpired')
    return taken
  }
  http.get(
    PATH,
    { config: { operationId: 'secondStepPage' } },
    forPeople(signIn, async (request, reply) => {
      load(request)
      return secondStepPage(signIn, PATH)(reply)
    }),
  )
  http.post(
    `${PATH}/options`,
    { config: { operationId: 'secondStepOptions' } },
    forPeople(signIn, async (request, reply) => {
      formOf(signIn, request)
      const { userId } = load(request)
      const party = partyOf(signIn)
      const asked = { purpose: 'second-factor' as const, userId }
      return reply.send(await signIn.database.write((db) => authenticationOptions(db, party, asked)))
    }),
  )
  http.post(
    PATH,
    { config: { operationId: 'takeSecondStep' } },
    forPeople(signIn, async (request, reply) => {
      const { credential } = formOf(signIn, request)
      const { userId, returnTo } = load(request)
      const purposes = ['second-factor'] as const
      const { user, passkey, counter, attempt } = await prove(signIn, request, { credential, purposes, userId })
      signIn.secondStep.clear(reply)
      return completeSignIn(
        signIn,
        { user, method: 'passkey', attempt, record: (db) => recordPasskeyUse(db, passkey.id, counter) },
        { request, reply, returnTo },
      )
    }),
  )
}
