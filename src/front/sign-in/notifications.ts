// How people want to be notified. The page does what the operations of notifications do, without a script.

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { toCaller } from '../../access/sessions.ts'
import {
  type Deliveries,
  findDeliveries,
  isVisibleTo,
  mutedSpacesOf,
  putDeliveries,
  unmuteSpace,
} from '../../domain/notifications/index.ts'
import { isBeyondBinding } from '../../domain/people/index.ts'
import { Refusal } from '../../domain/sessions/index.ts'
import { appendEvent } from '../../events/events.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { DELIVERIES } from '../../shapes/notifications.ts'
import { NOTIFICATIONS, SETTINGS } from '../notification-names.ts'
import { findVisit, formOf, forPeople, goTo, loadVisit, type SignIn, type Visit } from './context.ts'
import { say, takeNotice } from './notices.ts'
import { notificationPage } from './notification-page.ts'

export function serveNotifications(http: LaterRoutes, signIn: SignIn): void {
  const { database, urls, settings } = signIn
  http.get(
    SETTINGS,
    { config: { operationId: 'notificationsPage' } },
    forPeople(signIn, async (request, reply) => {
      const visit = await findVisit(signIn, request)
      if (!visit) return goTo(reply, `${urls.base}/sign-in?${new URLSearchParams({ returnTo: SETTINGS })}`)
      return notificationPage(urls, {
        kinds: await findDeliveries(database.read, visit.session.user.id),
        muted: await listMuted(signIn, visit),
        canSendMail: settings.mail,
        done: takeNotice(signIn, request, reply, visit)?.text,
      })(reply)
    }),
  )
  const post = (path: string, operationId: string, step: Step) =>
    http.post(
      SETTINGS + path,
      { config: { operationId } },
      forPeople(signIn, async (request, reply) => {
        const visit = await loadVisit(signIn, request)
        const form = formOf(signIn, request)
        say(signIn, reply, visit, { text: await step(visit, form, request) })
        return goTo(reply, urls.base + SETTINGS)
      }),
    )
  post('', 'saveNotifications', async (visit, form, request) => {
    // The identity provider of one organization must not decide what somebody hears of the others.
    const { user, row } = visit.session
    if (await isBeyondBinding(database.read, toCaller(visit.session, visit.secret))) throw new Refusal('partOnly')
    await database.write(async (db) => {
      await putDeliveries(db, user.id, readKinds(form))
      await appendEvent(db, {
        organizationId: null,
        action: 'user.notification-settings.updated',
        actorId: user.id,
        tokenId: row.id,
        target: { kind: 'user', id: user.id },
        data: {},
        requestId: request.id,
      })
    })
    return 'Saved.'
  })
  post('/unmute', 'unmuteSpaceForm', async (visit, form, request) => {
    const space = (await listMuted(signIn, visit)).find(({ id }) => id === form.space)
    if (!space) return 'That space is not muted.'
    const { user, row } = visit.session
    await database.write(async (db) => {
      if (!(await unmuteSpace(db, user.id, space.id))) return
      await appendEvent(db, {
        organizationId: space.organization_id,
        action: 'space.unmuted',
        actorId: user.id,
        tokenId: row.id,
        target: { kind: 'space', id: space.id },
        data: {},
        requestId: request.id,
      })
    })
    return `You hear of “${space.title}” again.`
  })
}

type Step = (visit: Visit, form: Record<string, string>, request: FastifyRequest) => Promise<string>

function readKinds(form: Record<string, string>): Partial<Deliveries> {
  const chosen = Object.keys(NOTIFICATIONS).filter((kind) => form[kind] !== undefined)
  const isDelivery = (text: string) => (DELIVERIES as readonly string[]).includes(text)
  if (!chosen.every((kind) => isDelivery(form[kind]!))) throw new Refusal('badForm')
  return Object.fromEntries(chosen.map((kind) => [kind, form[kind]]))
}

/** The muted spaces that the session may see. */
async function listMuted({ database: { read } }: SignIn, { session, secret }: Visit) {
  const ids = mutedSpacesOf(read, session.user.id).where(
    await isVisibleTo(read, toCaller(session, secret), sql.ref('muted_spaces.space_id')),
  )
  return read
    .selectFrom('spaces')
    .select(['id', 'title', 'organization_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
