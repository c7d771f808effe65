// Queries and presenters for webhooks and their deliveries.
import type { Static } from 'typebox'
import { endOfFeed } from '../../db/event-feed.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { type StoredUrl, storeUrl } from '../../lib/stored-urls.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { newSecret } from './messages.ts'
import type { NewWebhook, Webhook, WebhookDelivery, WebhookPatch } from './schemas.ts'

type Hook = Row<'webhooks'>
type Delivery = Row<'webhook_deliveries'>

export function toWebhook(webhook: Hook, urls: Urls): Static<typeof Webhook> {
  return {
    object: 'webhook',
    id: webhook.id,
    url: webhook.url,
    description: webhook.description ?? undefined,
    events: JSON.parse(webhook.events),
    spaces: JSON.parse(webhook.spaces),
    sites: JSON.parse(webhook.sites),
    active: webhook.active === 1,
    disabledAt: webhook.disabled_at ?? undefined,
    disabledReason: webhook.disabled_reason ?? undefined,
    failures: webhook.failures,
    createdAt: webhook.created_at,
    updatedAt: webhook.updated_at,
    urls: { location: urls.api(pathOf(webhook)) },
  }
}

export function toDelivery(delivery: Delivery, webhook: Hook, urls: Urls): Static<typeof WebhookDelivery> {
  const { response_status, response_body } = delivery
  return {
    object: 'webhook-delivery',
    id: delivery.id,
    message: delivery.message_id,
    type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    response: response_status === null ? undefined : { status: response_status, body: response_body ?? undefined },
    error: delivery.error ?? undefined,
    createdAt: delivery.created_at,
    lastAttemptAt: delivery.last_attempt_at,
    nextAttemptAt: delivery.next_attempt_at ?? undefined,
    urls: { location: urls.api(`${pathOf(webhook)}/deliveries/${delivery.id}`) },
  }
}

const pathOf = ({ organization_id, id }: Hook) => `/orgs/${organization_id}/webhooks/${id}`

export const takeWebhooks = (db: Db, organizationId: string, page: Page) =>
  selectPage(
    db.selectFrom('webhooks').where('organization_id', '=', organizationId),
    (webhooks) => webhooks.selectAll(),
    page,
    { by: ['id'] },
  )

export async function loadWebhook(db: Db, organizationId: string, id: string): Promise<Hook> {
  const webhook = await findWebhook(db, id)
  if (webhook?.organization_id !== organizationId) throw problem('notFound')
  return webhook
}

export const findWebhook = (db: Db, id: string): Promise<Hook | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts a webhook that receives events from now on, and returns it with its secret. */
export async function insertWebhook(
  db: Db,
  organizationId: string,
  given: Static<typeof NewWebhook>,
  vault: Vault,
): Promise<{ webhook: Hook; secret: string }> {
  const secret = newSecret()
  const at = now()
  const { shown, sealed } = storeUrl(given.url, vault)
  const webhook = await db
    .insertInto('webhooks')
    .values({
      id: newId(),
      organization_id: organizationId,
      url: shown,
      sealed_url: sealed,
      description: given.description ?? null,
      ...filtersOf({ events: [], spaces: [], sites: [], ...given }),
      secret: vault.seal(secret),
      active: given.active === false ? 0 : 1,
      cursor: await endOfFeed(db, organizationId),
      failures: 0,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { webhook, secret }
}

/** The URL of the webhook as it is stored. */
export const addressOf = ({ url, sealed_url }: Hook): StoredUrl => ({ shown: url, sealed: sealed_url })

type Filters = Pick<Static<typeof WebhookPatch>, 'events' | 'spaces' | 'sites'>

function filtersOf({ events, spaces, sites }: Required<Filters>) {
  const listed = (values: readonly string[]) => JSON.stringify([...new Set(values)])
  return { events: listed(events), spaces: listed(spaces), sites: listed(sites) }
}

export async function patchWebhook(
  db: Db,
  webhook: Hook,
  patch: Static<typeof WebhookPatch>,
  vault: Vault,
): Promise<Hook> {
  const { events, spaces, sites } = toFilters(webhook)
  const { shown, sealed } = storeUrl(patch.url ?? webhook.url, vault, addressOf(webhook))
  return updateWebhookRow(db, webhook.id, {
    url: shown,
    sealed_url: sealed,
    description: patch.description === undefined ? webhook.description : patch.description,
    ...filtersOf({
      events: patch.events ?? (events as Required<Filters>['events']),
      spaces: patch.spaces ?? spaces,
      sites: patch.sites ?? sites,
    }),
    ...(patch.active !== undefined && { active: patch.active ? 1 : 0 }),
    // Earlier failures say nothing about a new URL or a webhook that was enabled again.
    ...(patch.active || patch.url ? { failures: 0 } : {}),
    ...(patch.active ? { disabled_at: null, disabled_reason: null } : {}),
    updated_at: now(),
  })
}

export const toFilters = (webhook: Hook): { events: string[]; spaces: string[]; sites: string[] } => ({
  events: JSON.parse(webhook.events),
  spaces: JSON.parse(webhook.spaces),
  sites: JSON.parse(webhook.sites),
})

export const updateWebhookRow = (db: Db, id: string, patch: Partial<NewRow<'webhooks'>>): Promise<Hook> =>
  db.updateTable('webhooks').set(patch).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const removeWebhook = (db: Db, id: string) => db.deleteFrom('webhooks').where('id', '=', id).execute()

export const takeDeliveries = (db: Db, webhookId: string, state: Delivery['state'] | undefined, page: Page) =>
  selectPage(
    db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .$if(state !== undefined, (deliveries) => deliveries.where('state', '=', state!)),
    (deliveries) => deliveries.selectAll(),
    page,
    { by: ['id'], direction: 'desc' },
  )

export async function loadDelivery(db: Db, webhookId: string, id: string): Promise<Delivery> {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!delivery) throw problem('notFound')
  return delivery
}
