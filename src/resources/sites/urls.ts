// Where sites and their parts are published. Every address ends with a slash, so that what is inside can be appended.
// With a host for sites, organizations have subdomains of it; without one, everything is under the base URL.
import type { Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'

export type SiteOrganization = Pick<Row<'organizations'>, 'id' | 'hostname'>
export type SiteAddress = Pick<Row<'sites'>, 'basename' | 'hostname' | 'proxy'>

/** The address readers of a site know: where a proxy shows it, else its own hostname, else the one we give it. */
export function siteUrl(urls: Urls, organization: SiteOrganization, site: SiteAddress): string {
  return site.proxy === null ? servedUrl(urls, organization, site) : `https://${site.proxy}/`
}

/** The address under which we serve a site, whoever stands in front. */
export function servedUrl(urls: Urls, organization: SiteOrganization, { basename, hostname }: SiteAddress): string {
  if (hostname !== null) return `${schemeOf(urls)}//${hostname}/`
  return below(organizationUrl(urls, organization), basename)
}

/** The address under which the sites of an organization are. An organization without a hostname has no subdomain. */
export function organizationUrl(urls: Urls, { id, hostname }: SiteOrganization): string {
  if (urls.sitesHost !== undefined && hostname !== null) return `${schemeOf(urls)}//${hostname}.${urls.sitesHost}/`
  return below(`${urls.base}/`, hostname ?? id)
}

const schemeOf = (urls: Urls) => new URL(urls.base).protocol

/** That address with these segments; those that are undefined are not there. */
export const below = (address: string, ...segments: (string | undefined)[]): string =>
  address + segments.map((segment) => (segment === undefined ? '' : `${encodeURIComponent(segment)}/`)).join('')

type Named = { path: string; is_default: 0 | 1 }

/**
 * The segments of a section after the address of its site: none for the default one, which is at the root. Inside it,
 * whatever is not at the root has the section's path in front, so that the first segment always names a section.
 */
export const sectionPath = (section: Named): string[] => (section.is_default ? [] : [section.path])

/** The segments of a site space after the address of its site; `section` is the one it is in, if it is in one. */
export function siteSpacePath(siteSpace: Named, section: Named | undefined): string[] {
  if (siteSpace.is_default) return section ? sectionPath(section) : []
  return section ? [section.path, siteSpace.path] : [siteSpace.path]
}

/** Where each part of one site is published. A share key stands between the address of the site and everything else. */
export interface PublishedUrls {
  site: string
  section(section: Named): string
  siteSpace(siteSpace: Named, section: Named | undefined): string
}

export function publishedUrls(
  urls: Urls,
  organization: SiteOrganization,
  site: SiteAddress,
  shareKey?: string,
): PublishedUrls {
  const root = below(siteUrl(urls, organization, site), shareKey)
  return {
    site: root,
    section: (section) => below(root, ...sectionPath(section)),
    siteSpace: (siteSpace, section) => below(root, ...siteSpacePath(siteSpace, section)),
  }
}
