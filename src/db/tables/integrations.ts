// Integrations, where they are installed, and what they are told.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'
import type { Flag } from './values.ts'

export interface IntegrationsTables {
  integrations: IntegrationsTable
  integration_facets: IntegrationFacetsTable
  integration_installations: IntegrationInstallationsTable
  integration_space_installations: IntegrationSpaceInstallationsTable
  integration_site_installations: IntegrationSiteInstallationsTable
  installation_external_ids: InstallationExternalIdsTable
  integration_events: IntegrationEventsTable
  integration_tasks: IntegrationTasksTable
  integration_dev_modes: IntegrationDevModesTable
}

/** An integration, as it was last published. */
interface IntegrationsTable {
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
interface IntegrationFacetsTable {
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

interface IntegrationInstallationsTable extends Installed {
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

interface IntegrationSpaceInstallationsTable extends Installed {
  installation_id: string
  space_id: string
}

interface IntegrationSiteInstallationsTable extends Installed {
  installation_id: string
  site_id: string
}

/** What integrations call their installations: those in organizations, or those on spaces or sites. */
interface InstallationExternalIdsTable {
  id: string
  installation_id: string
  space_id: string | null
  site_id: string | null
  external_id: string
}

/** What was, or is to be, delivered to an integration. Kept for a week. */
interface IntegrationEventsTable {
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
interface IntegrationTasksTable {
  id: string
  integration_id: string
  payload: string
  run_at: Timestamp
  created_at: Timestamp
}

/** While it lasts, events go to the machine of a developer. */
interface IntegrationDevModesTable {
  integration_id: string
  user_id: string
  tunnel_url: string
  /** Also the events of other organizations than its owner. */
  all_organizations: Flag
  created_at: Timestamp
  expires_at: Timestamp
}
