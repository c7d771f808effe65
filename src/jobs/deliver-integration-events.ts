// Delivers the outbox of an installation to its integration, in order. While a delivery fails, later events wait; an
// event that failed too often is dropped, so that the events after it are delivered.
import type { Row } from '../db/tables.ts'
import { deliverEvent, findNextQueuedEvent, recordDelivery } from '../domain/dispatch/index.ts'
import { now, type Timestamp } from '../lib/time.ts'
import type { Job } from './runner.ts'

/** After this number of events, other jobs get a chance; the rest is queued again. */
const BATCH_SIZE = 50

export const deliverIntegrationEvents: Job = async ({ payload, ...tools }) => {
  const { id } = payload as { id: string }
  for (let given = 0; given < BATCH_SIZE; given++) {
    const event = await findNextQueuedEvent(tools.database.read, id)
    if (!event) return undefined
    if (isLater(event)) return event.next_attempt_at
    const outcome = await deliverEvent({ ...tools, db: tools.database.read }, event)
    const next = await tools.database.write((db) => recordDelivery(db, event, outcome))
    if (next !== undefined) return next
  }
  return now()
}

const isLater = (
  event: Row<'integration_events'>,
): event is Row<'integration_events'> & { next_attempt_at: Timestamp } =>
  event.next_attempt_at !== null && event.next_attempt_at > now()
