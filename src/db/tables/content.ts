// Collections and spaces, their content and what is derived from it, and the repositories they go with.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'
import type { DefaultLevel, Flag } from './values.ts'

export interface ContentTables {
  collections: CollectionsTable
  spaces: SpacesTable
  objects: ObjectsTable
  revisions: RevisionsTable
  content_indexes: ContentIndexesTable
  links: LinksTable
  link_targets: LinkTargetsTable
  search_pages: SearchPagesTable
  git_syncs: GitSyncsTable
  git_operations: GitOperationsTable
  revision_commits: RevisionCommitsTable
  translation_settings: TranslationSettingsTable
  glossary_entries: GlossaryEntriesTable
  glossary_translations: GlossaryTranslationsTable
  openapi_specs: OpenapiSpecsTable
  openapi_versions: OpenapiVersionsTable
}

interface CollectionsTable {
  id: string
  organization_id: string
  parent_id: string | null
  title: string
  description: string | null
  default_level: DefaultLevel
  position: string
  created_at: Timestamp
}

interface SpacesTable {
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

/** Immutable content, addressed by the hash of its bytes. */
interface ObjectsTable {
  hash: string
  bytes: Uint8Array
}

interface RevisionsTable {
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

/** How far what is derived from the main content of a space has come; see `derived.ts`. */
interface ContentIndexesTable {
  /** Names the space in the ids of `search_pages`. */
  number: Generated<number>
  space_id: string
  /** Of the rules by which it was made. */
  version: number
  /** While it is made: the key of the last record that is in it. Null when all are. */
  done_up_to: string | null
}

/** References in the main content of spaces. */
interface LinksTable {
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
interface LinkTargetsTable {
  target: string
  space_id: string
}

/** The pages that search finds. Their words are in a column or a table of their own that `search.ts` knows. */
interface SearchPagesTable {
  id: number
  space_id: string
  page_id: string
  /** The text of its sections as JSON, for excerpts. */
  sections: string
}

interface TranslationSettingsTable {
  id: string
  organization_id: string
  title: string
  /** Language codes, as JSON. */
  languages: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface GlossaryEntriesTable {
  id: string
  organization_id: string
  created_at: Timestamp
  updated_at: Timestamp
}

interface GlossaryTranslationsTable {
  entry_id: string
  language: string
  term: string
}

/** What a space and a repository last agreed on. */
interface GitSyncsTable {
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

interface GitOperationsTable {
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
interface RevisionCommitsTable {
  revision_id: string
  oid: string
  message: string
  /** Made by an export. */
  own: Flag
  url: string | null
  ref: string | null
}

interface OpenapiSpecsTable {
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

interface OpenapiVersionsTable {
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
