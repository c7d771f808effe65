import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { findEvent } from '../../db/event-feed.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { DAY, fromNow, now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { deliverNow, goOnAfter } from './following.ts'
import { type Message, messageOf, newSecret, PING, pingOf } from './messages.ts'
import {
  insertWebhook,
  loadDelivery,
  loadWebhook,
  patchWebhook,
  removeWebhook,
  takeDeliveries,
  takeWebhooks,
  toDelivery,
  toWebhook,
  updateWebhookRow,
} from './queries.ts'
import { webhookRoutes } from './routes.ts'
import { noteAttempt, sendMessage } from './sending.ts'

export const webhooks = implement(webhookRoutes, {
  async listWebhooks({ db, organization, page, urls }) {
    const { rows, count, next } = await takeWebhooks(db, organization.id, page)
    return { items: rows.map((webhook) => toWebhook(webhook, urls)), count, next }
  },

  async createWebhook({ db, organization, body, urls, vault }) {
    await demandPlaces(db, organization.id, body)
    const { webhook, secret } = await insertWebhook(db, organization.id, body, vault)
    return { ...toWebhook(webhook, urls), secret }
  },

  getWebhook: async ({ db, organization, params, urls }) =>
    toWebhook(await loadWebhook(db, organization.id, params.webhookId), urls),

  async updateWebhook({ db, organization, params, body, urls }) {
    const webhook = await loadWebhook(db, organization.id, params.webhookId)
    await demandPlaces(db, organization.id, body)
    const patched = await patchWebhook(db, webhook, body)
    await deliverNow(db, webhook.id)
    return toWebhook(patched, urls)
  },

  async deleteWebhook({ db, organization, params, note }) {
    const { id } = await loadWebhook(db, organization.id, params.webhookId)
    await removeWebhook(db, id)
    note({ target: { kind: 'webhook', id } })
  },

  async rotateWebhookSecret({ db, organization, params, urls, vault }) {
    const { id, secret: previous_secret } = await loadWebhook(db, organization.id, params.webhookId)
    const secret = newSecret()
    const previous = { previous_secret, previous_until: fromNow(DAY) }
    const webhook = await updateWebhookRow(db, id, { secret: vault.seal(secret), ...previous, updated_at: now() })
    return { ...toWebhook(webhook, urls), secret }
  },

  pingWebhook: {
    async prepare({ db, organization, params, fetcher, vault }) {
      const webhook = await loadWebhook(db, organization.id, params.webhookId)
      const message = pingOf(webhook, newId(), now())
      const outcome = await sendMessage({ fetcher, vault }, webhook, message)
      return async ({ db, organization, params, urls, note }) => {
        const webhook = await loadWebhook(db, organization.id, params.webhookId)
        const delivery = await noteAttempt(db, webhook.id, message, outcome)
        note({ target: { kind: 'webhook', id: webhook.id }, data: dataOf(delivery) })
        return toDelivery(delivery, webhook, urls)
      }
    },
  },

  async listWebhookDeliveries({ db, organization, params, query, page, urls }) {
    const webhook = await loadWebhook(db, organization.id, params.webhookId)
    const { rows, count, next } = await takeDeliveries(db, webhook.id, query.state, page)
    return { items: rows.map((delivery) => toDelivery(delivery, webhook, urls)), count, next }
  },

  async getWebhookDelivery({ db, organization, params, urls }) {
    const webhook = await loadWebhook(db, organization.id, params.webhookId)
    return toDelivery(await loadDelivery(db, webhook.id, params.deliveryId), webhook, urls)
  },

  redeliverWebhookDelivery: {
    async prepare({ db, organization, params, fetcher, vault }) {
      const webhook = await loadWebhook(db, organization.id, params.webhookId)
      const message = await messageAgain(db, webhook, await loadDelivery(db, webhook.id, params.deliveryId))
      const outcome = await sendMessage({ fetcher, vault }, webhook, message)
      return async ({ db, organization, params, urls, note }) => {
        const webhook = await loadWebhook(db, organization.id, params.webhookId)
        const before = await loadDelivery(db, webhook.id, params.deliveryId)
        const waits = outcome.delivered ? undefined : (before.next_attempt_at ?? undefined)
        const delivery = await noteAttempt(db, webhook.id, message, outcome, waits)
        if (outcome.delivered && before.state === 'retrying') await goOnAfter(db, webhook, message.id)
        note({ target: { kind: 'webhook', id: webhook.id }, data: dataOf(delivery) })
        return toDelivery(delivery, webhook, urls)
      }
    },
  },
})

const dataOf = ({ id, state }: Row<'webhook_deliveries'>) => ({ delivery: id, delivered: state === 'delivered' })

async function messageAgain(
  db: Db,
  webhook: Row<'webhooks'>,
  { message_id, type, created_at }: Row<'webhook_deliveries'>,
): Promise<Message> {
  if (type === PING) return pingOf(webhook, message_id, created_at)
  const event = await findEvent(db, webhook.organization_id, message_id)
  if (!event) throw problem('notFound')
  return messageOf(event)
}

/** Only spaces and sites of the organization can be listened to. */
async function demandPlaces(db: Db, organizationId: string, places: { spaces?: string[]; sites?: string[] }) {
  await demandAll(db, organizationId, 'spaces', places.spaces ?? [])
  await demandAll(db, organizationId, 'sites', places.sites ?? [])
}

async function demandAll(db: Db, organizationId: string, table: 'spaces' | 'sites', ids: string[]): Promise<void> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(isOneOf(db, sql.ref('id'), asked))
    .execute()
  if (found.length < asked.length) throw problem('notFound')
}
