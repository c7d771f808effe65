// The last step of signing in: the session begins, the audit log has it, and the browser goes where it wanted to.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Row } from '../../db/tables.ts'
import { type Attempt, beginSession, clearSignInFailures, Refusal, recordSignIn } from '../../domain/sessions/index.ts'
import { browserOf, goTo, HOME, keepSession, type SignIn } from './context.ts'

interface Proof {
  user: Row<'users'>
  method: 'password' | 'passkey'
  attempt: Attempt
  /** Recorded with the sign-in. */
  record?: (db: Db) => Promise<void>
}

export async function completeSignIn(
  signIn: SignIn,
  { user, method, attempt, record }: Proof,
  { request, reply, returnTo }: { request: FastifyRequest; reply: FastifyReply; returnTo: string | undefined },
): Promise<FastifyReply> {
  const begun = await signIn.database.write(async (db) => {
    await clearSignInFailures(db, attempt)
    await record?.(db)
    const session = await beginSession(db, user, method, browserOf(signIn, request))
    if (session)
      await recordSignIn(db, user, {
        action: 'signed-in',
        method,
        session: session.id,
        requestId: request.id,
        organizationId: user.email_verified_at === null ? user.vouched_by! : undefined,
      })
    return session
  })
  if (!begun) throw new Refusal('notVerified')
  keepSession(signIn, reply, begun)
  return goTo(reply, signIn.urls.base + (returnTo ?? HOME))
}
