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
  /** The only organization it works in; null: everywhere its user may go. */
  organization_id: string | null
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
  /** Its default content. */
  default_site_id: string | null
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
  change_requests: Generated<number>
  change_requests_open: Generated<number>
  change_requests_draft: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: Timestamp | null
  /** As it was last told; see `space-visibility.ts`. */
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private'
  /** Which repository it goes with, as JSON in the form that replies show. */
  git_sync: string | null
}

/**
 * Comments on the main content of a space; those on change requests are counted there. No row: none yet. They stand
 * apart from the space because every request reads that, and comments are what is written most often.
 */
export interface SpaceCommentCountsTable {
  space_id: string
  comments_open: number
  comments_total: number
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
  comments_total: Generated<number>
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
  /** Who had asked for it, if anybody had. */
  requested_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** A comment on a space or a change request, or a reply to one. */
export interface CommentsTable {
  id: string
  space_id: string
  /** Null for comments on main content. */
  change_request_id: string | null
  /** Of a reply: the comment it is a reply to. */
  parent_id: string | null
  /** What it is listed under: its parent, its change request, or else its space. */
  thread_id: string
  /** The review it was written with. */
  review_id: string | null
  page_id: string | null
  node_id: string | null
  /** The cell of a table, as JSON. */
  table_cell: string | null
  /** The content it was written about. */
  revision_id: string
  /** The page and the node as they were then, as JSON: shown when they are gone. */
  target_then: string | null
  /** Null when it links to content, whose addresses may change: then it is written on reading. */
  markdown: string | null
  /** As JSON; null when the markdown says it all. */
  document: string | null
  status: 'open' | 'resolved'
  replies: Generated<number>
  created_by: string
  created_at: Timestamp
  edited_at: Timestamp | null
  resolved_by: string | null
  resolved_at: Timestamp | null
}

export interface ReactionsTable {
  /** In the order of these they were given. */
  id: string
  comment_id: string
  user_id: string
  emoji: string
  created_at: Timestamp
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

export interface SitesTable {
  id: string
  organization_id: string
  type: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium'
  title: string
  /** Its place under the address of its organization. */
  basename: string
  /** A host name of its own. */
  hostname: string | null
  /** What the last look into the DNS found; null before the first. */
  hostname_status: 'dns_passed' | 'dns_wrong_cname' | 'dns_no_cname' | null
  hostname_checked_at: Timestamp | null
  /** The address under which somebody else's server shows it: a host and a path. */
  proxy: string | null
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
  published: Flag
  adaptive_content: Flag
  agents_context: 'included' | 'excluded'
  /** As JSON; null: the default one. */
  customization: string | null
  created_at: Timestamp
}

/** Sections and groups outside any group share one order; the sections of a group have their own. */
export interface SiteSectionGroupsTable {
  id: string
  site_id: string
  title: string
  icon: string | null
  position: string
  created_at: Timestamp
}

export interface SiteSectionsTable {
  id: string
  site_id: string
  group_id: string | null
  title: string
  description: string | null
  icon: string | null
  path: string
  is_default: Flag
  condition: string | null
  position: string
  created_at: Timestamp
}

/** A space in a site. A site with sections has all of them in sections. */
export interface SiteSpacesTable {
  id: string
  site_id: string
  section_id: string | null
  space_id: string
  path: string
  is_default: Flag
  condition: string | null
  /** What differs from the customization of the site, as JSON. */
  customization: string | null
  position: string
  created_at: Timestamp
}

export interface ShareLinksTable {
  id: string
  site_id: string
  name: string | null
  active: Flag
  /** Sealed: the URL can be shown again. */
  secret: string
  /** Of the secret: how a visitor's link is found. */
  hash: string
  created_at: Timestamp
}

/** How visitors of a site sign in. Every site has one. */
export interface SiteAuthTable {
  site_id: string
  backend: 'custom' | 'integration'
  integration: string | null
  /** Sealed. */
  private_key: string
  fallback_url: string | null
  updated_at: Timestamp
}

export interface SiteAdaptiveSchemasTable {
  site_id: string
  json_schema: string
  updated_at: Timestamp
}

export interface CustomFontsTable {
  id: string
  organization_id: string
  font_family: string
  /** As JSON: the weight of each face and its file. */
  font_faces: string
  created_at: Timestamp
}

export interface SiteRedirectsTable {
  id: string
  site_id: string
  source: string
  kind: 'site-section' | 'site-space' | 'site-page'
  site_section_id: string | null
  site_space_id: string | null
  page_id: string | null
  created_at: Timestamp
}

export interface SiteInsightsEventsTable {
  id: string
  site_id: string
  type: string
  occurred_at: Timestamp
  visitor_id: string
  session_id: string
  /** The rest of the event, as JSON. */
  data: string
}

/** An identity provider that an organization trusts. Texts are empty until they are given. */
export interface SamlProvidersTable {
  id: string
  organization_id: string
  label: string
  sso_url: string
  entity_id: string
  certificate: string
  default_team_id: string | null
  default_role: Role | null
  created_at: Timestamp
}

/** A sign-in under way: sent to the identity provider, then answered, then gone. */
export interface SamlRequestsTable {
  id: string
  provider_id: string
  /** Of the secret that the browser got when it set out: nobody else can bring the sign-in to its end. */
  browser_hash: string
  return_to: string | null
  /** Who it is, as JSON, once the identity provider has answered. */
  identity: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

/** Answers that were taken, for as long as they would be valid: none is taken twice. */
export interface SamlAssertionsTable {
  provider_id: string
  assertion_id: string
  expires_at: Timestamp
}

/** A browser whose user signed in. */
export interface SessionsTable {
  id: string
  hash: string
  user_id: string
  organization_id: string
  provider_id: string
  created_at: Timestamp
  expires_at: Timestamp
}

export interface TranslationSettingsTable {
  id: string
  organization_id: string
  title: string
  /** Language codes, as JSON. */
  languages: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface GlossaryEntriesTable {
  id: string
  organization_id: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface GlossaryTranslationsTable {
  entry_id: string
  language: string
  term: string
}

/** What a space and a repository last agreed on. */
export interface GitSyncsTable {
  space_id: string
  /** The repository with its credentials, sealed; null when it was a plain folder. */
  url: string | null
  /** The same without credentials, and where in it: what tells one repository from another. */
  address: string
  commit_id: string | null
  /** The content as the repository has it. */
  root: string
  /** Names what links led to when it was read. */
  addresses: string | null
  updated_at: Timestamp
}

export interface GitOperationsTable {
  id: string
  space_id: string
  direction: 'import' | 'export'
  state: 'queued' | 'running' | 'success' | 'failure'
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize'
  /** What was asked for, as JSON, sealed: it has credentials in it. Empty once it is over. */
  request: string
  requested_by: string | null
  error: string | null
  started_at: Timestamp
  updated_at: Timestamp
  ended_at: Timestamp | null
}

/** The commits that revisions came from, or went to. */
export interface RevisionCommitsTable {
  revision_id: string
  oid: string
  message: string
  /** Made by an export. */
  own: Flag
  url: string | null
  ref: string | null
}

/** An integration, as it was last published. */
export interface IntegrationsTable {
  id: string
  name: string
  /** Its owner. */
  organization_id: string
  /** Who it is when it acts. */
  user_id: string
  /** Stands for all tokens that are signed for it: revoked, none of them works. */
  token_id: string
  version: number
  runtime: 'v1' | 'v2'
  title: string
  visibility: 'public' | 'private' | 'unlisted'
  target: 'all' | 'site' | 'space' | 'organization'
  /** Somebody who runs this server vouches for it. */
  verified: Flag
  /** The rest of what it says about itself, as JSON. */
  manifest: string
  /** What it may do, as a JSON list. */
  scopes: string
  /** The stored picture, as JSON. */
  icon: string | null
  /** Stored pictures, as a JSON list. */
  preview_images: string
  script_blob: string
  /** By name, as JSON, sealed. */
  secrets: string
  /** Sealed. */
  signing_secret: string
  created_at: Timestamp
  updated_at: Timestamp
}

/** What the catalogue is searched by: one row for each category, each scope … of an integration. */
export interface IntegrationFacetsTable {
  integration_id: string
  facet: 'category' | 'scope' | 'block-domain' | 'has'
  value: string
}

export type InstallationStatus = 'active' | 'pending'

/** What installations have on every level. */
interface Installed {
  status: InstallationStatus
  /** As JSON, sealed: it may have credentials in it. */
  configuration: string
  /** What the integration calls it, as a JSON list; see `installation_external_ids`. */
  external_ids: string
  /** Sealed. */
  signing_secret: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface IntegrationInstallationsTable extends Installed {
  id: string
  integration_id: string
  organization_id: string
  /** Stands for all tokens that are signed for it: revoked, none of them works. */
  token_id: string
  /** All spaces of the organization are within its reach, or those it is installed on. */
  space_selection: 'all' | 'selected'
  site_selection: 'all' | 'selected'
  /** What it may do there, as a JSON list: some of what the integration asks for, agreed to by the organization. */
  scopes: string
  /** The place in the log of events up to which it was looked at for this installation. */
  cursor: Generated<number>
}

export interface IntegrationSpaceInstallationsTable extends Installed {
  installation_id: string
  space_id: string
}

export interface IntegrationSiteInstallationsTable extends Installed {
  installation_id: string
  site_id: string
}

/** What integrations call their installations: those in organizations, or those on spaces or sites. */
export interface InstallationExternalIdsTable {
  id: string
  installation_id: string
  space_id: string | null
  site_id: string | null
  external_id: string
}

/** What was, or is to be, delivered to an integration. Kept for a week. */
export interface IntegrationEventsTable {
  id: string
  integration_id: string
  installation_id: string | null
  type: string
  /** As JSON, sealed: it may have a configuration in it. */
  payload: string
  status: 'queued' | 'success' | 'failed'
  attempts: number
  next_attempt_at: Timestamp | null
  /** What the integration logged meanwhile, as JSON. */
  trace: string | null
  error: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
}

/** What an integration wants to be told later. */
export interface IntegrationTasksTable {
  id: string
  integration_id: string
  payload: string
  run_at: Timestamp
  created_at: Timestamp
}

/** While it lasts, events go to the machine of a developer. */
export interface IntegrationDevModesTable {
  integration_id: string
  user_id: string
  tunnel_url: string
  /** Also the events of other organizations than its owner. */
  all_organizations: Flag
  created_at: Timestamp
  expires_at: Timestamp
}

export interface EventsTable {
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
  /** The stored bytes of the entry point as they came. */
  source_blob: string
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
  space_comment_counts: SpaceCommentCountsTable
  grants: GrantsTable
  invites: InvitesTable
  objects: ObjectsTable
  revisions: RevisionsTable
  change_requests: ChangeRequestsTable
  conflicts: ConflictsTable
  reviews: ReviewsTable
  requested_reviewers: RequestedReviewersTable
  comments: CommentsTable
  reactions: ReactionsTable
  content_indexes: ContentIndexesTable
  links: LinksTable
  link_targets: LinkTargetsTable
  search_pages: SearchPagesTable
  sites: SitesTable
  site_section_groups: SiteSectionGroupsTable
  site_sections: SiteSectionsTable
  site_spaces: SiteSpacesTable
  share_links: ShareLinksTable
  site_auth: SiteAuthTable
  site_adaptive_schemas: SiteAdaptiveSchemasTable
  custom_fonts: CustomFontsTable
  site_redirects: SiteRedirectsTable
  site_insights_events: SiteInsightsEventsTable
  saml_providers: SamlProvidersTable
  saml_requests: SamlRequestsTable
  saml_assertions: SamlAssertionsTable
  sessions: SessionsTable
  translation_settings: TranslationSettingsTable
  glossary_entries: GlossaryEntriesTable
  glossary_translations: GlossaryTranslationsTable
  git_syncs: GitSyncsTable
  git_operations: GitOperationsTable
  revision_commits: RevisionCommitsTable
  integrations: IntegrationsTable
  integration_facets: IntegrationFacetsTable
  integration_installations: IntegrationInstallationsTable
  integration_space_installations: IntegrationSpaceInstallationsTable
  integration_site_installations: IntegrationSiteInstallationsTable
  installation_external_ids: InstallationExternalIdsTable
  integration_events: IntegrationEventsTable
  integration_tasks: IntegrationTasksTable
  integration_dev_modes: IntegrationDevModesTable
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
