// The passkeys of the account: add, remove, and require one after the password.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBoundBySso } from '../../access/sessions.ts'
import type { Db } from '../../db/tables.ts'
import {
  findPasskey,
  hasPasskey,
  insertPasskey,
  isOnlyCredential,
  MAX_PASSKEY_NAME,
  Refusal,
  registrationOptions,
  removePasskey,
  requirePasskey,
} from '../../domain/sessions/index.ts'
import { appendEvent, type EventName } from '../../events/events.ts'
import { isStorable } from '../../lib/text.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { asksForProof, CONFIRM, isConfirmed } from './confirmation.ts'
import { ACCOUNT, type Form, formOf, forPeople, goTo, loadVisit, type SignIn, type Visit } from './context.ts'
import { removePasskeyPage } from './credential-parts.ts'
import { nameOf, readPasskey } from './new-passkey.ts'
import { say } from './notices.ts'
import { partyOf } from './passkey.ts'

/** Returns what the account page says afterwards. */
type Step = (visit: Visit, form: Form, request: FastifyRequest) => Promise<string>

export function serveAccountPasskeys(http: LaterRoutes, signIn: SignIn): void {
  const { database, urls } = signIn
  const back = (reply: FastifyReply) => goTo(reply, `${urls.base}${ACCOUNT}`)
  const form = (path: string, operationId: string, step: Step) =>
    http.post(
      `${ACCOUNT}/passkeys${path}`,
      { config: { operationId } },
      forPeople(signIn, async (request, reply) => {
        const visit = await loadVisit(signIn, request)
        const given = formOf(signIn, request)
        refuseSso(visit)
        if (await asksForProof(signIn, visit, request, reply)) return reply
        say(signIn, reply, visit, { text: await step(visit, given, request) })
        return back(reply)
      }),
    )

  http.post(
    `${ACCOUNT}/passkeys/options`,
    { config: { operationId: 'newPasskeyOptions' } },
    forPeople(signIn, async (request, reply) => {
      const visit = await loadVisit(signIn, request)
      formOf(signIn, request)
      refuseSso(visit)
      const { id, email, display_name } = visit.session.user
      const party = partyOf(signIn)
      const owner = { id, email, displayName: display_name }
      return reply.send(await database.write((db) => registrationOptions(db, party, owner)))
    }),
  )
  form('', 'addPasskey', async (visit, given, request) => {
    const name = (given.passkey ?? '').trim() || nameOf(request)
    if (name.length > MAX_PASSKEY_NAME || !isStorable(name)) throw new Refusal('badForm')
    const { user } = visit.session
    const made = await readPasskey(signIn, user.id, given.credential)
    await database.write(async (db) => {
      const { id } = await insertPasskey(db, user.id, name, made)
      await record(db, visit, 'user.passkey.created', id, request)
    })
    return `The passkey “${name}” is added. You can sign in with it from now on.`
  })
  http.get(
    `${ACCOUNT}/passkeys/:passkeyId/remove`,
    { config: { operationId: 'removePasskeyPage' } },
    forPeople(signIn, async (request, reply) => {
      const visit = await loadVisit(signIn, request)
      refuseSso(visit)
      const returnTo = new URL(request.url, urls.base).pathname
      if (!isConfirmed(visit)) return goTo(reply, `${urls.base}${CONFIRM}?${new URLSearchParams({ returnTo })}`)
      const { passkeyId } = request.params as { passkeyId: string }
      const passkey = await findPasskey(database.read, visit.session.user.id, passkeyId)
      if (!passkey) return back(reply)
      const isLast = !(await hasPasskey(database.read, passkey.user_id, passkey.id))
      const endsSecondStep = isLast && visit.session.user.passkey_required === 1
      const isOnlyWay = await isOnlyCredential(database.read, passkey)
      return removePasskeyPage(urls, { passkey, isOnlyWay, endsSecondStep })(reply)
    }),
  )
  form('/:passkeyId/remove', 'removePasskey', async (visit, _given, request) => {
    const { passkeyId } = request.params as { passkeyId: string }
    const { user } = visit.session
    return database.write(async (db) => {
      const passkey = await findPasskey(db, user.id, passkeyId)
      if (!passkey) return 'That passkey is removed already.'
      await removePasskey(db, passkey)
      await record(db, visit, 'user.passkey.deleted', passkeyId, request)
      const removed = `The passkey “${passkey.name}” is removed.`
      const endsSecondStep = user.passkey_required === 1 && !(await hasPasskey(db, user.id))
      return endsSecondStep ? `${removed} It was the last one, so the second step is off.` : removed
    })
  })
  form('/required', 'requirePasskey', async (visit, { required }, request) => {
    const { id } = visit.session.user
    await database.write(async (db) => {
      await requirePasskey(db, id, required === '1')
      await record(db, visit, 'user.updated', id, request)
    })
    return required === '1'
      ? 'The second step is on. After your password, you also need a passkey.'
      : 'The second step is off. Your password alone signs you in.'
  })
}

// A provider of one organization must not add a way into the whole account.
function refuseSso({ session }: Visit): void {
  if (isBoundBySso(session.row)) throw new Refusal('ssoOnly')
}

async function record(
  db: Db,
  { session: { user, row } }: Visit,
  action: EventName,
  id: string,
  request: FastifyRequest,
): Promise<void> {
  await appendEvent(db, {
    organizationId: null,
    action,
    actorId: user.id,
    tokenId: row.id,
    target: { kind: action === 'user.updated' ? 'user' : 'passkey', id },
    data: {},
    requestId: request.id,
  })
}
