// What happened, who is told of it, and what is left to do.
import type { Timestamp } from '../../lib/time.ts'
import type { Flag } from './values.ts'

export interface RecordsTables {
  events: EventsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  jobs: JobsTable
  idempotency_keys: IdempotencyKeysTable
}

interface EventsTable {
  /** Empty for what happened in none. */
  organization_id: string
  /** In the order of time, also for an audit; `created_at` is the time in it. */
  id: string
  action: string
  actor_id: string | null
  token_id: string | null
  target_kind: string
  target_id: string
  /** Where it happened, if in one of these. */
  space_id: string | null
  site_id: string | null
  data: string
  request_id: string | null
  /** Its place in the order in which events of the organization are told; null until it has one. See `event-feed.ts`. */
  sequence: number | null
  created_at: Timestamp
}

interface WebhooksTable {
  id: string
  organization_id: string
  url: string
  description: string | null
  /** JSON lists; empty: all. */
  events: string
  spaces: string
  sites: string
  /** Sealed. */
  secret: string
  /** After a rotation, the one before is still signed with until then. */
  previous_secret: string | null
  previous_until: Timestamp | null
  active: Flag
  /** Why it was switched off, when nobody did so by hand. */
  disabled_reason: string | null
  disabled_at: Timestamp | null
  /** The sequence of the last event that was told or passed over. */
  cursor: number
  /** Attempts that failed since the last one that did not. */
  failures: number
  created_at: Timestamp
  updated_at: Timestamp
}

interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  /** The id of the message: that of the event, or one of its own for a ping. */
  message_id: string
  type: string
  state: 'delivered' | 'retrying' | 'failed'
  attempts: number
  response_status: number | null
  error: string | null
  next_attempt_at: Timestamp | null
  last_attempt_at: Timestamp
  created_at: Timestamp
}

interface JobsTable {
  id: string
  kind: string
  payload: string
  unique_key: string | null
  state: 'queued' | 'dead'
  attempts: number
  run_at: Timestamp
  leased_until: Timestamp | null
  leased_by: string | null
  last_error: string | null
  created_at: Timestamp
}

interface IdempotencyKeysTable {
  token_id: string
  key: string
  request_hash: string
  status: number
  location: string | null
  body: string | null
  created_at: Timestamp
}
