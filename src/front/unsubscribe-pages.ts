// Ends mails of one kind, without signing in. Opening the link shows a button; mail programs send the POST themselves.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { isSubscribed, readUnsubscribing, type Subscribed, unsubscribe } from '../domain/notifications/index.ts'
import type { Signer } from '../files/signing.ts'
import { html } from '../render/html/index.ts'
import type { LaterRoutes } from '../server/later-routes.ts'
import type { Urls } from '../server/urls.ts'
import { gatePage } from './gate/gate.ts'
import { button, form, heading, hidden, linkButton } from './gate/parts.ts'
import { NOTIFICATIONS, SETTINGS, UNSUBSCRIBE } from './notification-names.ts'

interface Options {
  database: Database
  urls: Urls
  signer: Signer
}

export const addUnsubscribing =
  ({ database, urls, signer }: Options) =>
  (http: LaterRoutes): void => {
    const find = (request: FastifyRequest) =>
      readUnsubscribing(signer, request.params as { userId: string; from: string; signature: string })
    http.get(UNSUBSCRIBE, { config: { operationId: 'unsubscribePage' } }, async (request, reply) => {
      const found = find(request)
      if (!found) return brokenPage(urls)(notCached(reply).code(404))
      const page = (await isSubscribed(database.read, found)) ? askPage(urls, found) : donePage(urls)
      return page(notCached(reply))
    })
    http.post(UNSUBSCRIBE, { config: { operationId: 'unsubscribe' } }, async (request, reply) => {
      const found = find(request)
      if (!found) return brokenPage(urls)(notCached(reply).code(404))
      await database.write((db) => unsubscribe(db, found, request.id))
      if (request.body === 'page=1') return notCached(reply).redirect(urls.base + request.url, 303)
      return donePage(urls)(notCached(reply))
    })
  }

const notCached = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

const nameOf = ({ from }: Subscribed) => (from === 'digest' ? 'every day' : NOTIFICATIONS[from])

/** The form posts to the address of the page itself, which is signed. */
const askPage = ({ base }: Urls, subscribed: Subscribed) =>
  gatePage({
    base,
    title: 'Unsubscribe',
    body: html`${heading('No more of these mails?', `You get a mail ${nameOf(subscribed)}. You keep the notifications in Lectern.`)}
${form(undefined, html`${hidden('page', '1')}${button('Unsubscribe')}`)}`,
  })

const donePage = ({ base }: Urls) =>
  gatePage({
    base,
    title: 'Unsubscribed',
    body: html`${heading('Unsubscribed', 'You get no more mails of this kind. You can turn them on again in your notification settings.')}
${linkButton('Notification settings', base + SETTINGS)}`,
  })

const brokenPage = ({ base }: Urls) =>
  gatePage({
    base,
    title: 'This link does not work',
    body: html`${heading('This link does not work', 'Copy the whole link from the mail, or change your notification settings.')}
${linkButton('Notification settings', base + SETTINGS)}`,
  })
