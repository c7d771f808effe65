// Webhooks follow the event feed: each has a cursor and receives the events that match its filters, in order.
import { findEvent, readEvents, type SequencedEvent } from '../../db/event-feed.ts'
import { enqueue, makeDue } from '../../db/jobs.ts'
import type { Db, Row } from '../../db/tables.ts'
import { appendEvent } from '../../events/events.ts'
import { fromNow, HOUR, MINUTE, now, SECOND } from '../../lib/time.ts'
import type { Outcome } from './deliveries.ts'
import { toFilters, updateWebhookRow } from './queries.ts'

type Hook = Row<'webhooks'>

const READ_BATCH = 200

/** Delays after each failure, a day in total. After the last one the webhook is disabled. */
export const RETRY_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

const GONE = 410

/** The reason to disable the webhook after this failure; undefined if it should be retried. */
export function disableReason({ failures }: Pick<Hook, 'failures'>, { status, error }: Outcome): string | undefined {
  if (status === GONE) return 'The receiver replied with status 410 (Gone).'
  if (failures < RETRY_DELAYS.length) return undefined
  return `All attempts failed for a day. Last error: ${error}`
}

export function matchesFilters(webhook: Hook, event: Pick<SequencedEvent, 'action' | 'space_id' | 'site_id'>): boolean {
  const { events, spaces, sites } = toFilters(webhook)
  if (events.length > 0 && !events.includes(event.action)) return false
  if (spaces.length === 0 && sites.length === 0) return true
  return spaces.includes(event.space_id ?? '') || sites.includes(event.site_id ?? '')
}

/** People save while they type: of these events, the last is sent, once its target has been quiet for a minute. */
const SAVES = ['change-request.content.updated']
const QUIET = MINUTE

const isSave = ({ action }: SequencedEvent): boolean => SAVES.includes(action)

const isSavedAgain = (event: SequencedEvent, later: readonly SequencedEvent[]): boolean =>
  isSave(event) && later.some(({ action, target_id }) => action === event.action && target_id === event.target_id)

/** The next matching event that can be sent now, and the sequence number up to which nothing matches. */
export async function findNextEvent(
  db: Db,
  webhook: Hook,
): Promise<{ next: SequencedEvent | undefined; passed: number }> {
  let passed = webhook.cursor
  for (;;) {
    const place = { organizationId: webhook.organization_id, after: passed, limit: READ_BATCH }
    const events = await readEvents(db, place)
    const at = events.findIndex(
      (event, index) => matchesFilters(webhook, event) && !isSavedAgain(event, events.slice(index + 1)),
    )
    const unwanted = at === -1 ? events : events.slice(0, at)
    passed = unwanted.at(-1)?.sequence ?? passed
    const next = events[at]
    if (next && isSave(next) && next.created_at > fromNow(-QUIET)) return { next: undefined, passed }
    if (next || events.length < READ_BATCH) return { next, passed }
  }
}

/** A cursor never moves back, even if two nodes deliver to the same webhook. */
export const moveCursor = (db: Db, id: string, to: number) =>
  db.updateTable('webhooks').set({ cursor: to }).where('id', '=', id).where('cursor', '<', to).execute()

export const deliveryKey = (webhookId: string) => `deliver-webhook ${webhookId}`

/** Moves cursors past events that do not match, and queues deliveries for events that do. */
export async function catchUp(db: Db, webhooks: readonly Hook[]): Promise<void> {
  for (const webhook of webhooks) {
    const { next, passed } = await findNextEvent(db, webhook)
    await moveCursor(db, webhook.id, passed)
    if (next)
      await enqueue(db, { kind: 'deliver-webhook', payload: { id: webhook.id }, uniqueKey: deliveryKey(webhook.id) })
  }
}

/** Runs the pending retry now. */
export const deliverNow = (db: Db, id: string): Promise<void> => makeDue(db, deliveryKey(id))

/** Resumes delivery after the event that blocked it has been delivered. */
export async function resumeAfter(db: Db, { id, organization_id }: Hook, eventId: string): Promise<void> {
  const event = await findEvent(db, organization_id, eventId)
  await moveCursor(db, id, event!.sequence!)
  await updateWebhookRow(db, id, { failures: 0 })
  await deliverNow(db, id)
}

/** Disables an unreachable webhook and records an event. */
export async function disableWebhook(db: Db, webhook: Hook, reason: string): Promise<void> {
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
