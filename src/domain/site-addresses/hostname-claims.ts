// Claims: addresses of a site whose host is not proven yet. Any number of sites may claim an address. The first proven
// one gets it until it gives it up or the operator revokes it.
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { isOwnHost } from '../../lib/own-hosts.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'

type Site = Row<'sites'>
type Columns = Partial<NewRow<'sites'>>

/** New addresses of a site. Null removes one, undefined keeps it. */
interface AddressPatch {
  hostname?: string | null | undefined
  proxy?: string | null | undefined
}

/** A proxy is a host and a path. */
const hostOfProxy = (proxy: string): string => proxy.slice(0, proxy.indexOf('/'))

/** The active or claimed address. */
export const hostnameOf = (site: Site): string | null => site.hostname ?? site.claimed_hostname
export const proxyOf = (site: Site): string | null => site.proxy ?? site.claimed_proxy

/** The hosts of active and claimed addresses. */
export function hostsOf(site: Site): string[] {
  const [hostname, proxy] = [hostnameOf(site), proxyOf(site)]
  return [...new Set([...(hostname === null ? [] : [hostname]), ...(proxy === null ? [] : [hostOfProxy(proxy)])])]
}

/** The hosts without proof. */
export const unprovenHostsOf = ({ claimed_hostname, claimed_proxy }: Site): string[] =>
  hostsOf({ hostname: null, proxy: null, claimed_hostname, claimed_proxy } as Site)

/** Lowercases the host, because addresses are compared byte by byte. */
export function normalizeAddresses({ hostname, proxy }: AddressPatch): AddressPatch {
  const host = proxy ? hostOfProxy(proxy) : ''
  return { hostname, proxy: proxy && host.toLowerCase() + proxy.slice(host.length) }
}

/** Throws if the host is ours, or if another site has the address. */
export async function refuseUnavailableAddresses(
  db: Db,
  site: Site,
  { hostname, proxy }: AddressPatch,
  urls: Urls,
): Promise<void> {
  const own = [
    ...(hostname && isOwnHost(hostname, urls.ownHosts) ? ['hostname'] : []),
    ...(proxy && isOwnHost(hostOfProxy(proxy), urls.ownHosts) ? ['proxy'] : []),
  ]
  const message = 'must not be a host of this server or a subdomain of one'
  if (own.length > 0) throw invalid(...own.map((path) => ({ path, message })))
  if (hostname && (await isTaken(db, site, 'hostname', hostname))) throw problem('hostnameOfOther')
  if (proxy && (await isTaken(db, site, 'proxy', proxy))) throw problem('proxyTaken')
}

async function isTaken(db: Db, site: Site, column: 'hostname' | 'proxy', address: string): Promise<boolean> {
  const other = db.selectFrom('sites').select('id').where(column, '=', address).where('id', '<>', site.id)
  return (await other.executeTakeFirst()) !== undefined
}

/** The columns for new claims. An unchanged address keeps its proof. */
export function claimColumns({ hostname, proxy }: AddressPatch, site: Site): Columns {
  return {
    ...(hostname !== undefined &&
      hostname !== hostnameOf(site) && {
        hostname: null,
        claimed_hostname: hostname,
        claimed_at: now(),
        hostname_status: null,
        hostname_checked_at: null,
      }),
    ...(proxy !== undefined && proxy !== proxyOf(site) && { proxy: null, claimed_proxy: proxy, claimed_at: now() }),
  }
}

/** Activates the claims of a site on a proven host; false if there are none. */
export async function activateClaims(db: Db, site: Site, host: string): Promise<boolean> {
  const { claimed_hostname, claimed_proxy } = site
  const columns: Columns = {
    ...(claimed_hostname === host &&
      !(await isTaken(db, site, 'hostname', host)) && { hostname: host, claimed_hostname: null }),
    ...(claimed_proxy !== null &&
      hostOfProxy(claimed_proxy) === host &&
      !(await isTaken(db, site, 'proxy', claimed_proxy)) && { proxy: claimed_proxy, claimed_proxy: null }),
  }
  if (Object.keys(columns).length === 0) return false
  await db.updateTable('sites').set(columns).where('id', '=', site.id).execute()
  return true
}

/** The columns that turn active addresses on the host back into claims. */
export function revokedColumns(site: Site, host: string): Columns {
  return {
    ...(site.hostname === host && { hostname: null, claimed_hostname: host }),
    ...(site.proxy !== null && hostOfProxy(site.proxy) === host && { proxy: null, claimed_proxy: site.proxy }),
  }
}

/** The columns that remove active and claimed addresses on the host. */
export function removedColumns(site: Site, host: string): Columns {
  const proxy = proxyOf(site)
  return {
    ...(hostnameOf(site) === host && claimColumns({ hostname: null }, site)),
    ...(proxy !== null && hostOfProxy(proxy) === host && claimColumns({ proxy: null }, site)),
  }
}
