// Published URLs of sites and their parts. Every URL ends with a slash, so that paths can be appended. With a host for
// sites, organizations have subdomains of it; otherwise everything is below the base URL.
import type { Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'

export type SiteOrganization = Pick<Row<'organizations'>, 'id' | 'hostname'>
type SiteAddress = Pick<Row<'sites'>, 'basename' | 'hostname' | 'proxy'>

/** The URL that readers use: the proxy, else the custom hostname, else our own URL. */
export function siteUrl(urls: Urls, organization: SiteOrganization, site: SiteAddress): string {
  return site.proxy === null ? servedUrl(urls, organization, site) : `https://${site.proxy}/`
}

/** The URL at which we serve the site, behind any proxy. */
export function servedUrl(urls: Urls, organization: SiteOrganization, { basename, hostname }: SiteAddress): string {
  if (hostname !== null) return `${schemeOf(urls)}//${hostname}/`
  return appendSegments(organizationUrl(urls, organization), basename)
}

/** The URL below which an organization's sites are. Without a hostname, an organization has no subdomain. */
function organizationUrl(urls: Urls, { id, hostname }: SiteOrganization): string {
  if (urls.sitesHost !== undefined && hostname !== null) return `${schemeOf(urls)}//${hostname}.${urls.sitesHost}/`
  return appendSegments(`${urls.base}/`, hostname ?? id)
}

const schemeOf = (urls: Urls) => new URL(urls.base).protocol

/** Appends segments to a URL, skipping undefined ones. */
const appendSegments = (address: string, ...segments: (string | undefined)[]): string =>
  address + segments.map((segment) => (segment === undefined ? '' : `${encodeURIComponent(segment)}/`)).join('')

type UrlPart = { path: string; is_default: 0 | 1 }

/**
 * The path of a section below its site: empty for the default section. All other paths within a section start with its
 * path, so the first segment always names a section.
 */
const sectionPath = (section: UrlPart): string[] => (section.is_default ? [] : [section.path])

/** The path of a site space below its site. `section` is its section, if any. */
function siteSpacePath(siteSpace: UrlPart, section: UrlPart | undefined): string[] {
  if (siteSpace.is_default) return section ? sectionPath(section) : []
  return section ? [section.path, siteSpace.path] : [siteSpace.path]
}

/** The URLs of one site and its parts. A share key follows the URL of the site. */
export interface PublishedUrls {
  site: string
  section(section: UrlPart): string
  siteSpace(siteSpace: UrlPart, section: UrlPart | undefined): string
}

export function publishedUrls(
  urls: Urls,
  organization: SiteOrganization,
  site: SiteAddress,
  shareKey?: string,
): PublishedUrls {
  const root = appendSegments(siteUrl(urls, organization, site), shareKey)
  return {
    site: root,
    section: (section) => appendSegments(root, ...sectionPath(section)),
    siteSpace: (siteSpace, section) => appendSegments(root, ...siteSpacePath(siteSpace, section)),
  }
}
