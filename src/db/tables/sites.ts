// Published sites: what they show, where, to whom, and how it was read.
import type { Timestamp } from '../../lib/time.ts'
import type { Flag } from './values.ts'

export interface SitesTables {
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
}

interface SitesTable {
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
interface SiteSectionGroupsTable {
  id: string
  site_id: string
  title: string
  icon: string | null
  position: string
  created_at: Timestamp
}

interface SiteSectionsTable {
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
interface SiteSpacesTable {
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

interface ShareLinksTable {
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
interface SiteAuthTable {
  site_id: string
  backend: 'custom' | 'integration'
  integration: string | null
  /** Sealed. */
  private_key: string
  fallback_url: string | null
  updated_at: Timestamp
}

interface SiteAdaptiveSchemasTable {
  site_id: string
  json_schema: string
  updated_at: Timestamp
}

interface CustomFontsTable {
  id: string
  organization_id: string
  font_family: string
  /** As JSON: the weight of each face and its file. */
  font_faces: string
  created_at: Timestamp
}

interface SiteRedirectsTable {
  id: string
  site_id: string
  source: string
  kind: 'site-section' | 'site-space' | 'site-page'
  site_section_id: string | null
  site_space_id: string | null
  page_id: string | null
  created_at: Timestamp
}

interface SiteInsightsEventsTable {
  id: string
  site_id: string
  type: string
  occurred_at: Timestamp
  visitor_id: string
  session_id: string
  /** The rest of the event, as JSON. */
  data: string
}
