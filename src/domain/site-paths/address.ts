// Finds the site of a URL: by custom hostname, proxy, subdomain of the organization, or path below the base URL.
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { isOwnHost } from '../../lib/own-hosts.ts'
import type { Urls } from '../../server/urls.ts'

export interface SiteAtUrl {
  site: Row<'sites'>
  organization: Row<'organizations'>
  /** The path of the site in the URL, as encoded segments. */
  base: string[]
  /** The segments that follow. */
  rest: string[]
  /** How the site was found. `former`: it is at another address now, and the owner's proxy is not what asks. */
  by: 'hostname' | 'proxy' | 'organization' | 'former'
}

export async function findSiteByUrl(db: Db, url: URL, urls: Urls): Promise<SiteAtUrl | undefined> {
  const segments = url.pathname.split('/').filter(Boolean)
  // Our own hosts are never looked up as custom hostnames.
  if (isOwnHost(url.hostname, urls.ownHosts)) return findByOrganization(db, url, segments, urls)
  // A proxy is more specific than its hostname. Both are proven.
  return (await findByProxy(db, url.hostname, segments)) ?? findByHostname(db, url.hostname, segments)
}

async function findByHostname(db: Db, hostname: string, rest: string[]): Promise<SiteAtUrl | undefined> {
  const [site] = await findAtHostname(db, { hostname })
  return site && withOwner(db, { site, base: [], rest, by: 'hostname' })
}

async function findByProxy(db: Db, hostname: string, segments: string[]): Promise<SiteAtUrl | undefined> {
  const addresses = segments.map((_, at) => [hostname, ...segments.slice(0, at + 1)].join('/'))
  if (addresses.length === 0) return undefined
  const found = await sites(db).where('sites.proxy', 'in', addresses.slice(0, MAX_PROXY_DEPTH)).execute()
  const [site] = found.sort((one, other) => other.proxy!.length - one.proxy!.length)
  const depth = site ? site.proxy!.split('/').length - 1 : 0
  return site && withOwner(db, { site, base: segments.slice(0, depth), rest: segments.slice(depth), by: 'proxy' })
}

const MAX_PROXY_DEPTH = 20

async function findByOrganization(db: Db, url: URL, segments: string[], urls: Urls): Promise<SiteAtUrl | undefined> {
  const named = nameOrganization(url, segments, urls)
  if (!named) return undefined
  const organization = await findOrganization(db, named.organization)
  const [segment, ...rest] = named.rest
  if (!organization || segment === undefined) return undefined
  const basename = decodeSegment(segment)
  const site = await findInOrganization(db, organization.id, basename)
  if (!site) return undefined
  // With a host for sites, organizations have subdomains of it.
  const isAtHome = named.base.length === 0 || urls.sitesHost === undefined || organization.hostname === null
  const isNamed = isAtHome && nameOf(organization) === named.organization && site.basename === basename
  const by = site.proxy !== null || (isNamed && !hasHostname(site)) ? 'organization' : 'former'
  return { site, organization, base: [...named.base, segment], rest, by }
}

const nameOf = ({ id, hostname }: Row<'organizations'>): string => hostname ?? id

/** True if the site is at a hostname of its own, which points here. */
const hasHostname = ({ hostname, hostname_status }: Row<'sites'>): boolean =>
  hostname !== null && hostname_status === 'dns_passed'

async function findInOrganization(db: Db, organization: string, basename: string): Promise<Row<'sites'> | undefined> {
  const [site] = await findByBasename(db, { organization, basename })
  if (site) return site
  const [former] = await findByFormerBasename(db, { organization, basename })
  return former ?? (await findByBasename(db, { organization, basename: basename.toLowerCase() }))[0]
}

/** The default site of an organization, for URLs that name only the organization. */
export async function findDefaultSite(db: Db, url: URL, urls: Urls) {
  const named = nameOrganization(url, url.pathname.split('/').filter(Boolean), urls)
  if (!named || named.rest.length > 0) return undefined
  const organization = await findOrganization(db, named.organization)
  const site = await sites(db)
    .where('sites.id', '=', organization?.default_site_id ?? '')
    .executeTakeFirst()
  return organization && site && { organization, site }
}

/** The organization that a URL names, by subdomain or by the first segment below the base URL. */
function nameOrganization({ host }: URL, segments: string[], { base, sitesHost }: Urls) {
  if (sitesHost !== undefined && host.endsWith(`.${sitesHost}`))
    return { organization: host.slice(0, -sitesHost.length - 1), base: [], rest: segments }
  const own = new URL(base)
  const prefix = own.pathname.split('/').filter(Boolean)
  const isOwn = host === own.host && prefix.every((segment, at) => segments[at] === segment)
  const [name, ...rest] = segments.slice(prefix.length)
  if (!isOwn || name === undefined) return undefined
  return { organization: decodeSegment(name), base: [...prefix, name], rest }
}

const sites = (db: Db) => db.selectFrom('sites').selectAll('sites')

const findAtHostname = prepared<{ hostname: string }, Row<'sites'>>((db, param) =>
  sites(db).where('sites.hostname', '=', param('hostname')),
)

const findByBasename = prepared<{ organization: string; basename: string }, Row<'sites'>>((db, param) =>
  sites(db).where('sites.organization_id', '=', param('organization')).where('sites.basename', '=', param('basename')),
)

const findByFormerBasename = prepared<{ organization: string; basename: string }, Row<'sites'>>((db, param) =>
  sites(db)
    .innerJoin('former_basenames', 'former_basenames.site_id', 'sites.id')
    .where('former_basenames.organization_id', '=', param('organization'))
    .where('former_basenames.basename', '=', param('basename')),
)

/** By its name; else by its id or a name it had before. */
async function findOrganization(db: Db, name: string): Promise<Row<'organizations'> | undefined> {
  const lower = name.toLowerCase()
  const [found] = await findNamed(db, { name: lower })
  return found ?? (await findById(db, { id: name }))[0] ?? (await findFormerlyNamed(db, { name: lower }))[0]
}

const findNamed = prepared<{ name: string }, Row<'organizations'>>((db, param) =>
  db.selectFrom('organizations').selectAll().where('hostname', '=', param('name')),
)

const findFormerlyNamed = prepared<{ name: string }, Row<'organizations'>>((db, param) =>
  db
    .selectFrom('organizations')
    .innerJoin('former_hostnames', 'former_hostnames.organization_id', 'organizations.id')
    .selectAll('organizations')
    .where('former_hostnames.hostname', '=', param('name')),
)

const findById = prepared<{ id: string }, Row<'organizations'>>((db, param) =>
  db.selectFrom('organizations').selectAll().where('id', '=', param('id')),
)

async function withOwner(db: Db, found: Omit<SiteAtUrl, 'organization'>): Promise<SiteAtUrl> {
  const [organization] = await findById(db, { id: found.site.organization_id })
  return { ...found, organization: organization! }
}

/** Decodes a segment; an invalid one is returned unchanged and matches nothing. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
