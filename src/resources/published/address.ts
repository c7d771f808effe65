// From the address of a page to the site it belongs to: a hostname of its own, the place where a proxy shows it, the
// subdomain of its organization, or a path under the base URL.
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'

export interface Addressed {
  site: Row<'sites'>
  organization: Row<'organizations'>
  /** The path of the site in this address, in segments as they were written. */
  base: string[]
  /** What follows. */
  rest: string[]
  /** How the site was found. */
  by: 'hostname' | 'proxy' | 'organization'
}

export async function findAddressed(db: Db, url: URL, urls: Urls): Promise<Addressed | undefined> {
  const segments = url.pathname.split('/').filter(Boolean)
  return (
    (await findByHostname(db, url.hostname, segments)) ??
    (await findByProxy(db, url.hostname, segments)) ??
    (await findByOrganization(db, url, segments, urls))
  )
}

async function findByHostname(db: Db, hostname: string, rest: string[]): Promise<Addressed | undefined> {
  const site = await sites(db).where('sites.hostname', '=', hostname).executeTakeFirst()
  return site && withOwner(db, { site, base: [], rest, by: 'hostname' })
}

async function findByProxy(db: Db, hostname: string, segments: string[]): Promise<Addressed | undefined> {
  const addresses = segments.map((_, at) => [hostname, ...segments.slice(0, at + 1)].join('/'))
  if (addresses.length === 0) return undefined
  const found = await sites(db).where('sites.proxy', 'in', addresses.slice(0, MAX_PROXY_DEPTH)).execute()
  const [site] = found.sort((one, other) => other.proxy!.length - one.proxy!.length)
  const depth = site ? site.proxy!.split('/').length - 1 : 0
  return site && withOwner(db, { site, base: segments.slice(0, depth), rest: segments.slice(depth), by: 'proxy' })
}

const MAX_PROXY_DEPTH = 20

async function findByOrganization(db: Db, url: URL, segments: string[], urls: Urls): Promise<Addressed | undefined> {
  const named = nameOrganization(url, segments, urls)
  if (!named) return undefined
  const organization = await findOrganization(db, named.organization)
  const [basename, ...rest] = named.rest
  if (!organization || basename === undefined) return undefined
  const site = await sites(db)
    .where('sites.organization_id', '=', organization.id)
    .where('sites.basename', '=', decoded(basename))
    .executeTakeFirst()
  return site && { site, organization, base: [...named.base, basename], rest, by: 'organization' }
}

/** The site that stands for an organization, when the address names nothing else. */
export async function findDefaultSite(db: Db, url: URL, urls: Urls) {
  const named = nameOrganization(url, url.pathname.split('/').filter(Boolean), urls)
  if (!named || named.rest.length > 0) return undefined
  const organization = await findOrganization(db, named.organization)
  const site = await sites(db)
    .where('sites.id', '=', organization?.default_site_id ?? '')
    .executeTakeFirst()
  return organization && site && { organization, site }
}

/** The organization that an address names, by its subdomain or by the first segment after the base URL. */
function nameOrganization({ host }: URL, segments: string[], { base, sitesHost }: Urls) {
  if (sitesHost !== undefined && host.endsWith(`.${sitesHost}`))
    return { organization: host.slice(0, -sitesHost.length - 1), base: [], rest: segments }
  const own = new URL(base)
  const prefix = own.pathname.split('/').filter(Boolean)
  const isOwn = host === own.host && prefix.every((segment, at) => segments[at] === segment)
  const [name, ...rest] = segments.slice(prefix.length)
  if (!isOwn || name === undefined) return undefined
  return { organization: decoded(name), base: [...prefix, name], rest }
}

const sites = (db: Db) => db.selectFrom('sites').selectAll('sites')

const findOrganization = (db: Db, name: string): Promise<Row<'organizations'> | undefined> =>
  db
    .selectFrom('organizations')
    .selectAll()
    .where((organization) => organization.or([organization('hostname', '=', name), organization('id', '=', name)]))
    .executeTakeFirst()

async function withOwner(db: Db, found: Omit<Addressed, 'organization'>): Promise<Addressed> {
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', found.site.organization_id)
    .executeTakeFirstOrThrow()
  return { ...found, organization }
}

/** A segment as it is stored; what cannot be decoded names nothing. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
