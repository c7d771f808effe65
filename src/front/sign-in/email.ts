// The link that proves a new address: opening it shows a button, and the button changes the address.

import type { FastifyRequest } from 'fastify'
import type { Row } from '../../db/tables.ts'
import { completeEmailChange, findEmailChange, Refusal } from '../../domain/sessions/index.ts'
import { appendEvent } from '../../events/events.ts'
import { html } from '../../render/html/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { gatePage } from '../gate/gate.ts'
import { button, form, heading, small } from '../gate/parts.ts'
import { ACCOUNT, findVisit, formOf, forPeople, goTo, type SignIn } from './context.ts'
import { say } from './notices.ts'

const LINK = `${ACCOUNT}/email/:secret`

export function serveEmailChange(http: LaterRoutes, signIn: SignIn): void {
  const { database, urls } = signIn
  const load = async ({ params }: FastifyRequest): Promise<Row<'email_changes'>> => {
    const { secret } = params as { secret: string }
    if (!/^[0-9A-Za-z]{40}$/.test(secret)) throw new Refusal('linkBroken')
    const found = await findEmailChange(database.read, secret)
    if (!found) throw new Refusal('emailLinkUsed')
    return found
  }
  http.get(
    LINK,
    { config: { operationId: 'emailChangePage' } },
    forPeople(signIn, async (request, reply) => {
      const { email } = await load(request)
      return gatePage({
        base: urls.base,
        title: 'New address',
        body: html`${heading('Use this address?', `${email} becomes the address of your account.`)}
${form(undefined, button('Use this address'))}
${small('Continue only if you asked for it.')}`,
      })(reply)
    }),
  )
  http.post(
    LINK,
    { config: { operationId: 'changeEmail' } },
    forPeople(signIn, async (request, reply) => {
      formOf(signIn, request)
      const change = await load(request)
      await database.write(async (db) => {
        await completeEmailChange(db, change)
        await appendEvent(db, {
          organizationId: null,
          action: 'user.email.changed',
          actorId: change.user_id,
          tokenId: null,
          target: { kind: 'user', id: change.user_id },
          data: {},
          requestId: request.id,
        })
      })
      const visit = await findVisit(signIn, request)
      say(signIn, reply, visit, { text: `Your address has changed. From now on you sign in with ${change.email}.` })
      return goTo(reply, urls.base + (visit ? ACCOUNT : '/sign-in'))
    }),
  )
}
