// Custom hostnames, and the job that checks their DNS.
import type { ExpressionBuilder } from 'kysely'
import type { Static } from 'typebox'
import { enqueue, makeDue } from '../../db/jobs.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
import type { Dns } from '../../fetch/dns.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { CustomHostname } from '../../shapes/hostnames.ts'
import { type HostnameStatus, hostnameStatusOf, proofRecord, readRecords } from './dns.ts'
import { hostnameOf, unprovenHostsOf } from './hostname-claims.ts'

type Site = Row<'sites'>

/** A host with active or claimed addresses of the site: a hostname, a proxy, or both. */
export function toCustomHostname(site: Site, host: string, urls: Urls): Static<typeof CustomHostname> {
  const isHostname = hostnameOf(site) === host
  const isPending = unprovenHostsOf(site).includes(host)
  return {
    object: 'custom-hostname',
    hostname: host,
    target: { type: 'site', site: site.id },
    // The DNS of a proxy's host is not ours to check.
    isActive: !isPending && (!isHostname || site.hostname_status === 'dns_passed'),
    status: (isHostname && site.hostname_status) || undefined,
    proof: { ...proofRecord(host, site.id), status: isPending ? 'pending' : 'proven' },
    urls: { location: urls.api(`/custom-hostnames/${host}`) },
  }
}

const MAX_SITES = 100

/** Lists sites with an active or claimed address on the host in the user's organizations, active ones first. */
export async function listSitesAt(db: Db, userId: string, host: string): Promise<Site[]> {
  const sites = await db
    .selectFrom('sites')
    .innerJoin('members', 'members.organization_id', 'sites.organization_id')
    .selectAll('sites')
    .where('members.user_id', '=', userId)
    .where(isAt(host))
    .orderBy('sites.id')
    .limit(MAX_SITES)
    .execute()
  const isPending = (site: Site) => unprovenHostsOf(site).includes(host)
  return [...sites.filter((site) => !isPending(site)), ...sites.filter(isPending)]
}

const isAt = (host: string) => (sites: ExpressionBuilder<Tables, 'sites'>) =>
  sites.or([
    sites('sites.hostname', '=', host),
    sites('sites.claimed_hostname', '=', host),
    // All proxies on the host: '0' is the character after '/'.
    ...(['sites.proxy', 'sites.claimed_proxy'] as const).map((proxy) =>
      sites.and([sites(proxy, '>', `${host}/`), sites(proxy, '<', `${host}0`)]),
    ),
  ])

/** Our host, which custom hostnames must point to. */
const ourHost = (urls: Urls): string => new URL(urls.sitesHost ? `http://${urls.sitesHost}` : urls.base).hostname

/** Queues an immediate DNS check for the hosts of the site. */
export async function enqueueHostnameCheck(db: Db, siteId: string, urls: Urls): Promise<void> {
  const uniqueKey = `check-hostname/${siteId}`
  await enqueue(db, { kind: 'check-hostname', payload: { siteId, target: ourHost(urls) }, uniqueKey })
  await makeDue(db, uniqueKey)
}

export const findSite = (db: Db, siteId: string): Promise<Site | undefined> =>
  db.selectFrom('sites').selectAll().where('id', '=', siteId).executeTakeFirst()

export const checkHostname = async (dns: Dns, hostname: string, target: string): Promise<HostnameStatus> =>
  hostnameStatusOf(await readRecords(dns, hostname, target), target)

/** Saves the status, unless the hostname has changed meanwhile. */
export async function saveHostnameStatus(
  db: Db,
  { siteId, hostname, status }: { siteId: string; hostname: string; status: HostnameStatus },
): Promise<void> {
  await db
    .updateTable('sites')
    .set({ hostname_status: status, hostname_checked_at: now() })
    .where('id', '=', siteId)
    .where((sites) => sites.or([sites('hostname', '=', hostname), sites('claimed_hostname', '=', hostname)]))
    .execute()
}

/** The organization with that subdomain, and whether it has a published site. */
export const findSubdomain = (db: Db, hostname: string) =>
  db
    .selectFrom('organizations')
    .select('id')
    .select((organization) =>
      organization
        .exists(
          organization
            .selectFrom('sites')
            .select('sites.id')
            .whereRef('sites.organization_id', '=', 'organizations.id')
            .where('sites.published', '=', 1),
        )
        .as('isActive'),
    )
    .where('hostname', '=', hostname)
    .executeTakeFirst()
