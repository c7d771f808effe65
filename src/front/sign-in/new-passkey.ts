// A passkey that a browser created, as its form sends it.
import type { FastifyRequest } from 'fastify'
import { type NewPasskey, parseCredential, readAnswer, verifyRegistration } from '../../domain/sessions/index.ts'
import { describeDevice } from '../../lib/user-agent.ts'
import type { SignIn } from './context.ts'
import { partyOf } from './passkey.ts'

export const readPasskey = (signIn: SignIn, userId: string, credential: string | undefined): Promise<NewPasskey> =>
  verifyRegistration(signIn.database, partyOf(signIn), userId, readAnswer('registration', parseCredential(credential)))

/** Until the user finds a better one. */
export const nameOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => describeDevice(headers['user-agent'])
