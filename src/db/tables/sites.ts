// Tables of published sites: structure, addresses, audience, redirects and insights.
import type { Timestamp } from '../../lib/time.ts'
import type { Flag } from './values.ts'

export interface SitesTables {
  sites: SitesTable
  former_basenames: FormerBasenamesTable
  site_section_groups: SiteSectionGroupsTable
  site_sections: SiteSectionsTable
  site_spaces: SiteSpacesTable
  site_external_links: SiteExternalLinksTable
  share_links: ShareLinksTable
  site_previews: SitePreviewsTable
  site_auth: SiteAuthTable
  site_adaptive_schemas: SiteAdaptiveSchemasTable
  custom_fonts: CustomFontsTable
  site_redirects: SiteRedirectsTable
  site_insights_events: SiteInsightsEventsTable
  site_feedback: SiteFeedbackTable
  vouched_hosts: VouchedHostsTable
}

interface SitesTable {
  id: string
  organization_id: string
  type: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium'
  title: string
  /** The path of the site below its organization. */
  basename: string
  /** The verified custom hostname. */
  hostname: string | null
  /** The result of the last DNS check; null before the first. */
  hostname_status: 'dns_passed' | 'dns_wrong_cname' | 'dns_no_cname' | null
  hostname_checked_at: Timestamp | null
  /** The address under which another server proxies the site: a verified host and a path. */
  proxy: string | null
  /** Addresses that take effect once they are verified; a site never has and claims an address of the same kind. */
  claimed_hostname: string | null
  claimed_proxy: string | null
  /** The time of the last claim. */
  claimed_at: Timestamp | null
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth'
  published: Flag
  adaptive_content: Flag
  agents_context: 'included' | 'excluded'
  /** How many days insights are kept; null: as long as the server keeps those of all sites. */
  insights_days: number | null
  /** As JSON; null for the default. */
  customization: string | null
  created_at: Timestamp
}

/** Basenames that sites had before: they still lead there, until another site of the organization has them. */
interface FormerBasenamesTable {
  organization_id: string
  basename: string
  site_id: string
  created_at: Timestamp
}

/** Hosts that the operator of the server has verified for a site. */
interface VouchedHostsTable {
  site_id: string
  host: string
  created_at: Timestamp
}

/** Groups and ungrouped sections and links share one order; each group orders its own sections and links. */
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

/** An external link among the sections. A site with such links has all its spaces in sections. */
interface SiteExternalLinksTable {
  id: string
  site_id: string
  group_id: string | null
  title: string
  description: string | null
  icon: string | null
  url: string
  draft: Flag
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
  /** Overrides of the site's customization, as JSON. */
  customization: string | null
  position: string
  created_at: Timestamp
}

interface ShareLinksTable {
  id: string
  site_id: string
  name: string | null
  active: Flag
  /** Sealed, because the URL can be shown again. */
  secret: string
  /** The hash of the secret, for lookups. */
  hash: string
  created_at: Timestamp
}

/** A link that shows a site as it will be or was, with the rights of its creator. */
interface SitePreviewsTable {
  id: string
  site_id: string
  created_by: string
  /** At most one of these three is set. */
  change_request_id: string | null
  revision_id: string | null
  at: Timestamp | null
  /** The claims of the visitor, as JSON. */
  claims: string
  /** Overrides of the default settings, as JSON; null: the settings of the site. */
  customization: string | null
  /** The site space whose overrides these are; null: those of the whole site. */
  site_space_id: string | null
  /** Sealed, because the URL can be shown again. */
  secret: string
  /** The hash of the secret, for lookups. */
  hash: string
  expires_at: Timestamp
  created_at: Timestamp
}

/** The sign-in settings for visitors. Every site has one row. */
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
  /** The weight and the file of each face, as JSON. */
  font_faces: string
  created_at: Timestamp
}

interface SiteRedirectsTable {
  id: string
  site_id: string
  source: string
  /** A draft and a live redirect may have the same source. */
  draft: Flag
  capture_wildcard: Flag
  permanent: Flag
  kind: 'site-section' | 'site-space' | 'site-page' | 'external'
  site_section_id: string | null
  site_space_id: string | null
  page_id: string | null
  /** The target of an external redirect. */
  url: string | null
  created_at: Timestamp
  updated_at: Timestamp | null
}

/** The last that each reader said about a page. */
interface SiteFeedbackTable {
  /** From site, reader, space and page. */
  id: string
  site_id: string
  space_id: string
  page_id: string
  /** The address of the page. */
  url: string
  rating: 'bad' | 'ok' | 'good'
  comment: string | null
  given_at: Timestamp
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
