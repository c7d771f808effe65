// Lists the hosts of sites, for the server's operator.
import type { Db } from '../../db/tables.ts'
import { hostsOf, unprovenHostsOf } from '../../domain/site-addresses/index.ts'

export interface SiteHost {
  host: string
  site: string
  state: 'shown' | 'claimed' | 'not used'
  vouched: boolean
}

/** The hosts that sites use or claim, and those the operator vouches for. */
export async function listHosts(db: Db): Promise<SiteHost[]> {
  const used = await listUsed(db)
  const vouched = await db.selectFrom('vouched_hosts').select(['host', 'site_id as site']).execute()
  const keys = new Set(vouched.map(keyOf))
  const known = new Set(used.map(keyOf))
  const unused = vouched.filter((one) => !known.has(keyOf(one)))
  return [
    ...used.map((one) => ({ ...one, vouched: keys.has(keyOf(one)) })),
    ...unused.map((one) => ({ ...one, state: 'not used' as const, vouched: true })),
  ].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const keyOf = ({ host, site }: { host: string; site: string }): string => `${host} ${site}`

async function listUsed(db: Db): Promise<Omit<SiteHost, 'vouched'>[]> {
  const sites = await db
    .selectFrom('sites')
    .selectAll()
    .where((site) =>
      site.or(
        (['hostname', 'proxy', 'claimed_hostname', 'claimed_proxy'] as const).map((column) =>
          site(column, 'is not', null),
        ),
      ),
    )
    .execute()
  return sites.flatMap((site) =>
    hostsOf(site).map((host) => ({
      host,
      site: site.id,
      state: unprovenHostsOf(site).includes(host) ? ('claimed' as const) : ('shown' as const),
    })),
  )
}
