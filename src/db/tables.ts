// The tables as TypeScript sees them. Columns are text (ISO timestamps, JSON), whole numbers (booleans are 0 and 1) or
// bytes, so that a row means the same in SQLite and PostgreSQL and can be copied from one to the other.
import type { Generated, Insertable, Kysely, Selectable } from 'kysely'
import type { Timestamp } from '../lib/time.ts'

export type Role = 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin'
export type DefaultLevel = Role | 'inherit' | null
type Flag = 0 | 1

export interface UsersTable {
  id: string
  display_name: string
  email: string
  photo_url: string | null
  created_at: Timestamp
}

export interface TokensTable {
  id: string
  hash: string
  user_id: string
  label: string
  created_at: Timestamp
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
}

export interface OrganizationsTable {
  id: string
  title: string
  type: 'business' | 'community'
  hostname: string | null
  email_domains: string
  default_role: Role | null
  logo_url: string | null
  sso: Flag
  ai: Flag
  invite_links: Flag
  created_at: Timestamp
}

export interface MembersTable {
  organization_id: string
  user_id: string
  role: Role | null
  sso: Flag
  joined_at: Timestamp
  last_seen_at: Timestamp | null
}

export interface TeamsTable {
  id: string
  organization_id: string
  title: string
  created_at: Timestamp
}

export interface TeamMembersTable {
  team_id: string
  user_id: string
  role: 'owner' | 'member'
  created_at: Timestamp
}

export interface CollectionsTable {
  id: string
  organization_id: string
  parent_id: string | null
  title: string
  description: string | null
  default_level: DefaultLevel
  position: string
  created_at: Timestamp
}

export interface SpacesTable {
  id: string
  organization_id: string
  parent_id: string | null
  title: string
  emoji: string | null
  icon_url: string | null
  language: string | null
  edit_mode: 'live' | 'locked'
  default_level: DefaultLevel
  position: string
  revision_id: string
  comments_open: Generated<number>
  change_requests: Generated<number>
  change_requests_open: Generated<number>
  change_requests_draft: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: Timestamp | null
}

/** A role given to one user or one team on one space or one collection: exactly one of each pair is set. */
export interface GrantsTable {
  id: string
  space_id: string | null
  collection_id: string | null
  user_id: string | null
  team_id: string | null
  role: Role
}

/** A link that makes whoever follows it a member, or gives them a role on one space or collection. */
export interface InvitesTable {
  id: string
  organization_id: string
  space_id: string | null
  collection_id: string | null
  role: Role | null
  created_at: Timestamp
}

/** Immutable content, addressed by the hash of its bytes. */
export interface ObjectsTable {
  hash: string
  bytes: Uint8Array
}

export interface RevisionsTable {
  id: string
  space_id: string
  /** The change request it was made in; null for main content. */
  change_request_id: string | null
  root: string
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed'
  parents: string
  /** Of type `merge`: the change request that was merged. */
  merged_from: string | null
  created_by: string | null
  created_at: Timestamp
}

export interface ChangeRequestsTable {
  id: string
  space_id: string
  number: number
  status: 'draft' | 'open' | 'archived' | 'merged'
  subject: string
  revision_id: string
  revision_initial: string
  revision_merged_ancestor: string | null
  revision_merged: string | null
  comments_open: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

/** What an update from main could not settle by itself: the three sides as JSON, until somebody chooses. */
export interface ConflictsTable {
  id: string
  change_request_id: string
  status: 'open' | 'resolved'
  kind: string
  /** What it is about: a page by its id, or another record of the content. */
  target: 'page' | 'file' | 'reusableContent' | 'tag' | 'variable'
  target_id: string
  /** The rest of the conflict as the engine gave it. */
  data: string
  resolution: 'ours' | 'theirs' | 'document' | 'edited' | null
  created_at: Timestamp
  resolved_at: Timestamp | null
}

export interface ReviewsTable {
  id: string
  change_request_id: string
  user_id: string
  revision_id: string
  status: 'approved' | 'changes-requested'
  /** As markdown. */
  comment: string | null
  /** Who had asked for it, if anybody had. */
  requested_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface RequestedReviewersTable {
  change_request_id: string
  user_id: string
  requested_by: string
  revision_id: string
  created_at: Timestamp
}

/** How far what is derived from the main content of a space has come; see `derived.ts`. */
export interface ContentIndexesTable {
  /** Names the space in the ids of `search_pages`. */
  number: Generated<number>
  space_id: string
  /** Of the rules by which it was made. */
  version: number
  /** While it is made: the key of the last record that is in it. Null when all are. */
  done_up_to: string | null
}

/** References in the main content of spaces. */
export interface LinksTable {
  space_id: string
  /** What it stands in: `page/<id>` or `reusable-content/<id>`. */
  holder: string
  /** Its place among those of its holder; sorts as text. */
  position: string
  /** The block it stands in, where that has a key. */
  block: string | null
  target: string
  /** The reference itself, as JSON. */
  ref: string
}

/** What references to the main content of spaces can lead to. */
export interface LinkTargetsTable {
  target: string
  space_id: string
}

/** The pages that search finds. Their words are in a column or a table of their own that `search.ts` knows. */
export interface SearchPagesTable {
  id: number
  space_id: string
  page_id: string
  /** The text of its sections as JSON, for excerpts. */
  sections: string
}

export interface EventsTable {
  id: string
  organization_id: string | null
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
  /** Its place in the order in which events are told; null until it has one. See `event-feed.ts`. */
  sequence: number | null
  created_at: Timestamp
}

export interface OpenapiSpecsTable {
  id: string
  organization_id: string
  slug: string
  /** Where it is fetched from; null when it was given as text. */
  source_url: string | null
  /** The stored bytes of the text it was given as. */
  source_blob: string | null
  /** Names the last wish to have it processed: what was begun for an earlier one no longer counts. */
  request_id: string
  state: 'pending' | 'progress' | 'complete'
  visibility: 'private' | 'public'
  last_version_id: string | null
  last_processed_at: Timestamp | null
  error_code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR' | null
  /** A sentence for whoever gave the source. */
  error: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface OpenapiVersionsTable {
  id: string
  spec_id: string
  /** Of everything it is made of; the same hash is the same version. */
  hash: string
  /** Where it was fetched from; null when it was given as text. */
  url: string | null
  format: 'json' | 'yaml'
  /** JSON: the stored entries of its `filesystem`, the entry point first. */
  files: string
  /** The stored answer of the raw content. */
  raw_blob: string
  created_at: Timestamp
}

export interface WebhooksTable {
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

export interface WebhookDeliveriesTable {
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

export interface JobsTable {
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

export interface IdempotencyKeysTable {
  token_id: string
  key: string
  request_hash: string
  status: number
  location: string | null
  body: string | null
  created_at: Timestamp
}

export interface Tables {
  users: UsersTable
  tokens: TokensTable
  organizations: OrganizationsTable
  members: MembersTable
  teams: TeamsTable
  team_members: TeamMembersTable
  collections: CollectionsTable
  spaces: SpacesTable
  grants: GrantsTable
  invites: InvitesTable
  objects: ObjectsTable
  revisions: RevisionsTable
  change_requests: ChangeRequestsTable
  conflicts: ConflictsTable
  reviews: ReviewsTable
  requested_reviewers: RequestedReviewersTable
  content_indexes: ContentIndexesTable
  links: LinksTable
  link_targets: LinkTargetsTable
  search_pages: SearchPagesTable
  events: EventsTable
  openapi_specs: OpenapiSpecsTable
  openapi_versions: OpenapiVersionsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  jobs: JobsTable
  idempotency_keys: IdempotencyKeysTable
}

/** What queries run on: the reading side of the database, or a transaction of the writing side. */
export type Db = Kysely<Tables>

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
