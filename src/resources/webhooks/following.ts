// How webhooks follow the feed of events: each has a cursor, and hears in order of what it asked for.
import { sql } from 'kysely'
import { findEvent, readEvents, type ToldEvent } from '../../db/event-feed.ts'
import { appendEvent } from '../../db/events.ts'
import { enqueue, hasten } from '../../db/jobs.ts'
import type { Db, Row } from '../../db/tables.ts'
import { HOUR, MINUTE, now, SECOND } from '../../lib/time.ts'
import { toFilters, updateWebhookRow } from './queries.ts'
import type { Outcome } from './sending.ts'

type Hook = Row<'webhooks'>

const EVENTS_AT_ONCE = 200

/** How long to wait after each failure; together a day. After the last, the webhook is switched off. */
export const RETRY_AFTER = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
]

const GONE = 410

/** Why the webhook has to be switched off after this failure; undefined when it is worth another try. */
export function reasonToStop({ failures }: Pick<Hook, 'failures'>, { status, error }: Outcome): string | undefined {
  if (status === GONE) return 'The receiver answered with status 410: it is gone for good.'
  if (failures < RETRY_AFTER.length) return undefined
  return `Every attempt failed for a day, the last one so: ${error}`
}

export function wants(webhook: Hook, event: Pick<ToldEvent, 'action' | 'space_id' | 'site_id'>): boolean {
  const { events, spaces, sites } = toFilters(webhook)
  if (events.length > 0 && !events.includes(event.action)) return false
  if (spaces.length === 0 && sites.length === 0) return true
  return spaces.includes(event.space_id ?? '') || sites.includes(event.site_id ?? '')
}

/** The next event the webhook wants, and the number up to which it wants nothing. */
export async function findNext(db: Db, webhook: Hook): Promise<{ next: ToldEvent | undefined; passed: number }> {
  let passed = webhook.cursor
  for (;;) {
    const place = { organizationId: webhook.organization_id, after: passed, limit: EVENTS_AT_ONCE }
    const events = await readEvents(db, place)
    const at = events.findIndex((event) => wants(webhook, event))
    const unwanted = at === -1 ? events : events.slice(0, at)
    passed = unwanted.at(-1)?.sequence ?? passed
    if (at !== -1 || events.length < EVENTS_AT_ONCE) return { next: events[at], passed }
  }
}

/** A cursor never goes back, not even when two nodes believe they hold the webhook. */
export const moveCursor = (db: Db, id: string, to: number) =>
  db.updateTable('webhooks').set({ cursor: to }).where('id', '=', id).where('cursor', '<', to).execute()

export const keyOf = (webhookId: string) => `deliver-webhook ${webhookId}`

/** Active webhooks that have not heard of everything and for which no job is queued. */
export const findBehind = (db: Db): Promise<Hook[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('active', '=', 1)
    .where((webhook) =>
      webhook.exists(
        webhook
          .selectFrom('events')
          .select('events.id')
          .whereRef('events.organization_id', '=', 'webhooks.organization_id')
          .whereRef('events.sequence', '>', 'webhooks.cursor'),
      ),
    )
    .where((webhook) =>
      webhook.not(
        webhook.exists(
          webhook
            .selectFrom('jobs')
            .select('jobs.id')
            .where('state', '=', 'queued')
            .where('unique_key', '=', sql<string>`'deliver-webhook ' || webhooks.id`),
        ),
      ),
    )
    .execute()

/** Lets webhooks pass over what they do not want, and queues deliveries to those that want something. */
export async function bringUp(db: Db, webhooks: readonly Hook[]): Promise<void> {
  for (const webhook of webhooks) {
    const { next, passed } = await findNext(db, webhook)
    await moveCursor(db, webhook.id, passed)
    if (next) await enqueue(db, { kind: 'deliver-webhook', payload: { id: webhook.id }, uniqueKey: keyOf(webhook.id) })
  }
}

/** Tries again now what would wait for its next attempt. */
export const deliverNow = (db: Db, id: string): Promise<void> => hasten(db, keyOf(id))

/** The event that held up the others has arrived. */
export async function goOnAfter(db: Db, { id, organization_id }: Hook, eventId: string): Promise<void> {
  const event = await findEvent(db, organization_id, eventId)
  await moveCursor(db, id, event!.sequence!)
  await updateWebhookRow(db, id, { failures: 0 })
  await deliverNow(db, id)
}

/** Switches off what cannot be reached, and says so in the log of events. */
export async function switchOff(db: Db, webhook: Hook, reason: string): Promise<void> {
  await updateWebhookRow(db, webhook.id, { active: 0, disabled_at: now(), disabled_reason: reason })
  await appendEvent(db, {
    organizationId: webhook.organization_id,
    action: 'webhook.disabled',
    actorId: null,
    tokenId: null,
    target: { kind: 'webhook', id: webhook.id },
    data: { reason },
    requestId: null,
  })
}
