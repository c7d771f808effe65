import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import { findEvent } from '../../db/event-feed.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { DAY, fromNow, now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { recordAttempt, sendMessage } from './deliveries.ts'
import { deliverNow, resumeAfter } from './feed.ts'
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

export const webhooks = implement(webhookRoutes, {
  async listWebhooks({ db, organization, page, urls }) {
    const { rows, count, next } = await takeWebhooks(db, organization.id, page)
    return { items: rows.map((webhook) => toWebhook(webhook, urls)), count, next }
  },

  async createWebhook({ db, organization, body, urls, vault }) {
    await checkFilters(db, organization.id, body)
    const { webhook, secret } = await insertWebhook(db, organization.id, body, vault)
    return { ...toWebhook(webhook, urls), secret }
  },

  getWebhook: async ({ db, organization, params, urls }) =>
    toWebhook(await loadWebhook(db, organization.id, params.webhookId), urls),

  async updateWebhook({ db, organization, params, body, urls, vault }) {
    const webhook = await loadWebhook(db, organization.id, params.webhookId)
    await checkFilters(db, organization.id, body)
    const patched = await patchWebhook(db, webhook, body, vault)
    await deliverNow(db, webhook.id)
    return toWebhook(patched, urls)
  },

  async deleteWebhook({ db, organization, params, report }) {
    const { id } = await loadWebhook(db, organization.id, params.webhookId)
    await removeWebhook(db, id)
    report({ target: { kind: 'webhook', id } })
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
      return async ({ db, organization, params, urls, report }) => {
        const webhook = await loadWebhook(db, organization.id, params.webhookId)
        const delivery = await recordAttempt(db, webhook.id, message, outcome)
        report({ target: { kind: 'webhook', id: webhook.id }, data: dataOf(delivery) })
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
      const message = await rebuildMessage(db, webhook, await loadDelivery(db, webhook.id, params.deliveryId))
      const outcome = await sendMessage({ fetcher, vault }, webhook, message)
      return async ({ db, organization, params, urls, report }) => {
        const webhook = await loadWebhook(db, organization.id, params.webhookId)
        const before = await loadDelivery(db, webhook.id, params.deliveryId)
        const waits = outcome.delivered ? undefined : (before.next_attempt_at ?? undefined)
        const delivery = await recordAttempt(db, webhook.id, message, outcome, waits)
        if (outcome.delivered && before.state === 'retrying') await resumeAfter(db, webhook, message.id)
        report({ target: { kind: 'webhook', id: webhook.id }, data: dataOf(delivery) })
        return toDelivery(delivery, webhook, urls)
      }
    },
  },
})

const dataOf = ({ id, state }: Row<'webhook_deliveries'>) => ({ delivery: id, delivered: state === 'delivered' })

async function rebuildMessage(
  db: Db,
  webhook: Row<'webhooks'>,
  { message_id, type, created_at }: Row<'webhook_deliveries'>,
): Promise<Message> {
  if (type === PING) return pingOf(webhook, message_id, created_at)
  const event = await findEvent(db, webhook.organization_id, message_id)
  if (!event) throw problem('notFound')
  return messageOf(event)
}

/** Throws 404 unless all filtered spaces and sites belong to the organization. */
async function checkFilters(db: Db, organizationId: string, places: { spaces?: string[]; sites?: string[] }) {
  await checkIds(db, organizationId, 'spaces', places.spaces ?? [])
  await checkIds(db, organizationId, 'sites', places.sites ?? [])
}

async function checkIds(db: Db, organizationId: string, table: 'spaces' | 'sites', ids: string[]): Promise<void> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(isOneOf(db, sql.ref('id'), unique))
    .execute()
  if (found.length < unique.length) throw problem('notFound')
}
