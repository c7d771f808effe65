// Tables of events, webhooks, jobs, notifications, mail and idempotency keys.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'
import type { Flag } from './values.ts'

export interface RecordsTables {
  events: EventsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  jobs: JobsTable
  mails: MailsTable
  notifications: NotificationsTable
  notification_settings: NotificationSettingsTable
  notification_cursors: NotificationCursorsTable
  muted_spaces: MutedSpacesTable
  presences: PresencesTable
  favorites: FavoritesTable
  idempotency_keys: IdempotencyKeysTable
  backup_runs: BackupRunsTable
  unused_files: UnusedFilesTable
  collection_runs: CollectionRunsTable
}

/** Stored files that nothing was found to need. Whoever stores the same bytes lifts the mark. */
interface UnusedFilesTable {
  blob: string
  size: number
  unused_since: Timestamp
}

/** What collecting unused objects and files removed. */
interface CollectionRunsTable {
  id: string
  started_at: Timestamp
  ended_at: Timestamp
  objects: number
  files: number
  bytes: number
}

interface EventsTable {
  /** Empty for events outside any organization. */
  organization_id: string
  /** Orders events by time; `created_at` is the time in the id. */
  id: string
  action: string
  actor_id: string | null
  token_id: string | null
  target_kind: string
  target_id: string
  /** The space and the site of the event, if any. */
  space_id: string | null
  site_id: string | null
  data: string
  request_id: string | null
  /** The position in the event feed of the organization; null until it is numbered. See `event-feed.ts`. */
  sequence: number | null
  created_at: Timestamp
}

interface WebhooksTable {
  id: string
  organization_id: string
  /** The URL without credentials. */
  url: string
  /** The complete URL, sealed; null if it has no credentials. */
  sealed_url: string | null
  description: string | null
  /** Filters as JSON lists; empty: all. */
  events: string
  spaces: string
  sites: string
  /** Sealed. */
  secret: string
  /** After a rotation, messages are also signed with the previous secret until this time. */
  previous_secret: string | null
  previous_until: Timestamp | null
  active: Flag
  /** Why the webhook was disabled automatically. */
  disabled_reason: string | null
  disabled_at: Timestamp | null
  /** The sequence of the last event that was delivered or skipped. */
  cursor: number
  /** Consecutive failed attempts. */
  failures: number
  created_at: Timestamp
  updated_at: Timestamp
}

interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  /** The id of the event, or a new id for a ping. */
  message_id: string
  type: string
  state: 'delivered' | 'retrying' | 'failed'
  attempts: number
  response_status: number | null
  /** The beginning of what the receiver said. */
  response_body: Generated<string | null>
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

/** Not part of backups. */
interface BackupRunsTable {
  id: string
  state: 'requested' | 'running' | 'done' | 'failed'
  /** The folder or bucket. */
  target: string
  /** The user who asked for it; null: made on schedule. */
  requested_by: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  ended_at: Timestamp | null
  /** The name of the backup, once it is complete. */
  name: string | null
  /** Whether the target still has it. */
  kept: Generated<Flag>
  rows: number | null
  files: number | null
  file_bytes: number | null
  /** What the target did not have before. */
  new_bytes: number | null
  /** Why it failed; of a complete backup, why older ones were not removed. */
  error: string | null
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

/** A mail for one cause. */
interface MailsTable {
  id: string
  cause: string
  kind: 'sign-in-link' | 'invitation' | 'email-change' | 'email-changed' | 'notification' | 'digest'
  /** What the mail is about, as JSON. */
  data: string
  /** `skipped`: when its turn came, there was nobody to send it to, or nothing to say. */
  state: 'queued' | 'sent' | 'skipped' | 'failed'
  /** Failed attempts. */
  attempts: number
  error: string | null
  created_at: Timestamp
}

type NotificationKind =
  | 'mentioned'
  | 'replied'
  | 'review-requested'
  | 'reviewed'
  | 'merged'
  | 'conflict'
  | 'import-finished'

/** One for each event and person at most. */
interface NotificationsTable {
  id: string
  user_id: string
  /** The event, or what was found in content: a notification for the same thing exists once. */
  event_id: string
  kind: NotificationKind
  space_id: string
  change_request_id: string | null
  /** The comment or reply. */
  comment_id: string | null
  actor_id: string | null
  /** Details, as JSON. */
  data: string
  read_at: Timestamp | null
  created_at: Timestamp
}

/** What somebody chose; the defaults hold for other kinds. */
interface NotificationSettingsTable {
  user_id: string
  kind: NotificationKind
  delivery: 'console' | 'mail' | 'digest' | 'off'
}

/** The sequence of the last event of an organization that people have been notified of. */
interface NotificationCursorsTable {
  organization_id: string
  cursor: number
}

interface MutedSpacesTable {
  user_id: string
  space_id: string
}

/** Of a space, of a page of a space, or of a site. */
interface FavoritesTable {
  id: string
  user_id: string
  organization_id: string
  space_id: string | null
  page_id: string | null
  site_id: string | null
  created_at: Timestamp
}

/** Where people are; rows past `expires_at` count as absent. */
interface PresencesTable {
  space_id: string
  user_id: string
  /** The tab or program of the user. */
  client: string
  /** Page, change request and selection, as JSON. */
  data: string
  expires_at: Timestamp
}
