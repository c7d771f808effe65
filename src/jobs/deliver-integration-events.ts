// Gives an integration what waits for one of its installations, one event after the other. While it fails, later events
// wait; an event that failed too often is given up, so that those behind it get their turn.
import type { Row } from '../db/tables.ts'
import { now, type Timestamp } from '../lib/time.ts'
import { findWaitingEvent, giveEvent, settleEvent } from '../resources/running/delivering.ts'
import type { Job } from './runner.ts'

/** Then others get their turn; the rest is queued anew. */
const EVENTS_AT_ONCE = 50

export const deliverIntegrationEvents: Job = async ({ payload, ...tools }) => {
  const { id } = payload as { id: string }
  for (let given = 0; given < EVENTS_AT_ONCE; given++) {
    const event = await findWaitingEvent(tools.database.read, id)
    if (!event) return undefined
    if (isLater(event)) return event.next_attempt_at
    const outcome = await giveEvent({ ...tools, db: tools.database.read }, event)
    const next = await tools.database.write((db) => settleEvent(db, event, outcome))
    if (next !== undefined) return next
  }
  return now()
}

const isLater = (
  event: Row<'integration_events'>,
): event is Row<'integration_events'> & { next_attempt_at: Timestamp } =>
  event.next_attempt_at !== null && event.next_attempt_at > now()
