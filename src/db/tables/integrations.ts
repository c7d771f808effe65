// Tables of integrations, their installations and their events.
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

/** The latest published version of an integration. */
interface IntegrationsTable {
  id: string
  name: string
  /** The owner. */
  organization_id: string
  /** The user that it acts as. */
  user_id: string
  /** Represents all tokens signed for it: if it is revoked, none is valid. */
  token_id: string
  version: number
  runtime: 'v1' | 'v2'
  title: string
  visibility: 'public' | 'private' | 'unlisted'
  target: 'all' | 'site' | 'space' | 'organization'
  /** True if the operator of this server vouches for it. */
  verified: Flag
  /** The rest of the manifest, as JSON. */
  manifest: string
  /** The requested scopes, as a JSON list. */
  scopes: string
  /** The stored icon, as JSON. */
  icon: string | null
  /** The stored images, as a JSON list. */
  preview_images: string
  script_blob: string
  /** Secrets by name, as JSON, sealed. */
  secrets: string
  /** Sealed. */
  signing_secret: string
  created_at: Timestamp
  updated_at: Timestamp
}

/** The search facets of the catalogue: one row per category, scope … of an integration. */
interface IntegrationFacetsTable {
  integration_id: string
  facet: 'category' | 'scope' | 'block-domain' | 'has'
  value: string
}

export type InstallationStatus = 'active' | 'pending'

/** The common columns of installations. */
interface Installed {
  status: InstallationStatus
  /** As JSON, sealed: it may contain credentials. */
  configuration: string
  /** The external ids of the installation, as a JSON list; see `installation_external_ids`. */
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
  /** Represents all tokens signed for it: if it is revoked, none is valid. */
  token_id: string
  /** Access to all spaces of the organization, or only to those that it is installed on. */
  space_selection: 'all' | 'selected'
  site_selection: 'all' | 'selected'
  /** The granted scopes, as a JSON list: a subset of the requested ones. */
  scopes: string
  /** The cursor of this installation in the event log. */
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

/** External ids of installations in organizations, on spaces and on sites. */
interface InstallationExternalIdsTable {
  id: string
  installation_id: string
  space_id: string | null
  site_id: string | null
  external_id: string
}

/** The outbox and the delivery log of integrations. Delivered events are kept for a week. */
interface IntegrationEventsTable {
  id: string
  integration_id: string
  installation_id: string | null
  type: string
  /** As JSON, sealed: it may contain a configuration. */
  payload: string
  status: 'queued' | 'success' | 'failed'
  attempts: number
  next_attempt_at: Timestamp | null
  /** The log output of the integration, as JSON. */
  trace: string | null
  error: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
}

/** A scheduled task of an integration. */
interface IntegrationTasksTable {
  id: string
  integration_id: string
  payload: string
  run_at: Timestamp
  created_at: Timestamp
}

/** A development mode, in which events go to the tunnel of a developer. */
interface IntegrationDevModesTable {
  integration_id: string
  user_id: string
  tunnel_url: string
  /** Includes events of organizations other than the owner. */
  all_organizations: Flag
  created_at: Timestamp
  expires_at: Timestamp
}
