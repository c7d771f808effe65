// Tables of collections, spaces, content and its indexes, Git sync, translations and OpenAPI specifications.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'
import type { DefaultLevel, Flag } from './values.ts'

export interface ContentTables {
  collections: CollectionsTable
  spaces: SpacesTable
  objects: ObjectsTable
  revisions: RevisionsTable
  deleted_pages: DeletedPagesTable
  content_indexes: ContentIndexesTable
  links: LinksTable
  link_targets: LinkTargetsTable
  search_pages: SearchPagesTable
  page_redirects: PageRedirectsTable
  git_syncs: GitSyncsTable
  git_operations: GitOperationsTable
  import_runs: ImportRunsTable
  revision_commits: RevisionCommitsTable
  translation_settings: TranslationSettingsTable
  glossary_entries: GlossaryEntriesTable
  glossary_translations: GlossaryTranslationsTable
  openapi_specs: OpenapiSpecsTable
  openapi_versions: OpenapiVersionsTable
  openapi_outlines: OpenapiOutlinesTable
  openapi_pieces: OpenapiPiecesTable
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
  /** The last published visibility; see `space-visibility.ts`. */
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private'
  /** The synced repository, as JSON in the form of replies. */
  git_sync: string | null
  /** Changes when the sources of its computed pages change; null if no revision ever had any. */
  computed_state: string | null
  /** The rules for merging, as JSON in the form of replies; null if there are none. */
  merge_rules: string | null
}

/** Immutable content, addressed by the hash of its bytes. */
interface ObjectsTable {
  hash: string
  bytes: Uint8Array
  /** When nothing was found to need it; null while something does, or nobody has looked. Whoever saves it lifts the mark. */
  unused_since: Generated<Timestamp | null>
}

interface RevisionsTable {
  id: string
  space_id: string
  /** The change request of the revision; null for main content. */
  change_request_id: string | null
  root: string
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed'
  parents: string
  /** For type `merge`: the merged change request. */
  merged_from: string | null
  /** 1 if it changed main content although the rules of the space were not met. */
  past_rules: Generated<number>
  created_by: string | null
  created_at: Timestamp
}

/** The progress of indexing the main content of a space; see `derived.ts`. */
interface ContentIndexesTable {
  /** Identifies the space in the ids of `search_pages`. */
  number: Generated<number>
  space_id: string
  /** The version of the indexing rules. */
  version: number
  /** The key of the last indexed record; null when indexing is complete. */
  done_up_to: string | null
  /** The indexed computed pages, as JSON: their ids and a hash of their sources. */
  computed: string | null
  /** Part of the state of the words; see `words-state.ts`. */
  words_state: string | null
}

/** References in the main content of spaces. */
interface LinksTable {
  space_id: string
  /** The record that contains the reference: `page/<id>` or `reusable-content/<id>`. */
  holder: string
  /** The order within the record; sorts as text. */
  position: string
  /** The key of the block that contains the reference, if it has one. */
  block: string | null
  target: string
  /** The reference itself, as JSON. */
  ref: string
}

/** The targets of references in the main content of spaces. */
interface LinkTargetsTable {
  target: string
  space_id: string
}

/** The pages in the search index. `search.ts` stores their words in a separate column or table. */
interface SearchPagesTable {
  id: number
  space_id: string
  page_id: string
  /** The text of the sections as JSON, for excerpts. */
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

/** A path of a space that redirects to a page at another path. */
interface PageRedirectsTable {
  id: string
  space_id: string
  /** From the configuration of a repository, or a former path of the page. */
  kind: 'git' | 'former'
  /** In lower case, without leading and trailing slashes. */
  path: string
  page_id: string
  /** A former path that leads nowhere. */
  declined_at: Timestamp | null
}

/** The last synced state of a space and a repository. */
interface GitSyncsTable {
  space_id: string
  /** The URL of the repository with its credentials, sealed; null for a plain folder. */
  url: string | null
  /** The URL without credentials and the folder in the repository, which identify the source. */
  address: string
  commit_id: string | null
  /** The root of the content in the repository. */
  root: string
  /** Identifies the link targets at the time of reading. */
  addresses: string | null
  /** Warnings about unsupported content, as JSON. */
  notes: string | null
  updated_at: Timestamp
}

interface GitOperationsTable {
  id: string
  space_id: string
  direction: 'import' | 'export'
  state: 'queued' | 'running' | 'success' | 'failure'
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize'
  /** The request as JSON, sealed because it contains credentials. Empty once finished. */
  request: string
  requested_by: string | null
  error: string | null
  started_at: Timestamp
  updated_at: Timestamp
  ended_at: Timestamp | null
}

/** All imports, pending and finished; an import from Git has the id of its operation. */
interface ImportRunsTable {
  id: string
  space_id: string
  change_request_id: string | null
  page_id: string | null
  /** The site of the import, if specified. */
  site_id: string | null
  /** The source as JSON, without credentials. */
  source: string
  /** The request as JSON, sealed because it contains credentials. Empty once finished. */
  request: string
  status: 'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled'
  /** Why it failed. */
  reason: string | null
  revision_id: string | null
  /** The number of imported pages and files, out of `total`. */
  imported: number
  total: number
  /** The failed pages and files, as JSON. */
  failures: string
  created_by: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  updated_at: Timestamp
  completed_at: Timestamp | null
}

/** Pages that were deleted from main content; after 30 days they count as absent. */
interface DeletedPagesTable {
  space_id: string
  page_id: string
  title: string
  type: 'document' | 'group' | 'link' | 'computed'
  emoji: string | null
  icon: string | null
  /** The number of pages that were deleted with it, including itself. */
  pages: number
  /** The last revision that has the page. */
  revision_id: string
  deleted_by: string | null
  deleted_at: Timestamp
}

/** The commits that revisions were imported from or exported to. */
interface RevisionCommitsTable {
  revision_id: string
  oid: string
  message: string
  /** True if an export created it. */
  own: Flag
  url: string | null
  ref: string | null
}

interface OpenapiSpecsTable {
  id: string
  organization_id: string
  slug: string
  /** The source URL without credentials; null if the specification was uploaded as text. */
  source_url: string | null
  /** The complete URL, sealed; null if it has no credentials. */
  sealed_source: string | null
  /** The stored text, if the specification was uploaded as text. */
  source_blob: string | null
  /** The id of the latest processing request: results of earlier requests are discarded. */
  request_id: string
  state: 'pending' | 'progress' | 'complete'
  visibility: 'private' | 'public'
  last_version_id: string | null
  last_processed_at: Timestamp | null
  error_code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR' | null
  /** The error message for users. */
  error: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** The outline that pages are computed from, as JSON. Versions from older releases have none until reprocessed. */
interface OpenapiOutlinesTable {
  version_id: string
  outline: string
}

/** The pieces of the latest version of each specification. */
interface OpenapiPiecesTable {
  spec_id: string
  /** The hash of the version. */
  version_hash: string
  /** Names are too long for an index. */
  name_hash: string
  name: string
  value: string
}

interface OpenapiVersionsTable {
  id: string
  spec_id: string
  /** The hash of all files; equal hashes are the same version. */
  hash: string
  /** The URL that it was fetched from; null if it was uploaded as text. */
  url: string | null
  format: 'json' | 'yaml'
  /** The stored entries of its `filesystem` as JSON, the entry point first. */
  files: string
  /** The stored reply for the raw content. */
  raw_blob: string
  /** The stored original bytes of the entry point. */
  source_blob: string
  created_at: Timestamp
}
