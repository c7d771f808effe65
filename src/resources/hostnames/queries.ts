// Custom hostnames in the database, and the look into the DNS that is queued for them.
import type { Static } from 'typebox'
import { enqueue } from '../../db/jobs.ts'
import type { Db, Row } from '../../db/tables.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { type HostnameStatus, judge, readRecords } from './dns.ts'
import type { CustomHostname } from './schemas.ts'

export const toCustomHostname = (site: Row<'sites'>, urls: Urls): Static<typeof CustomHostname> => ({
  object: 'custom-hostname',
  hostname: site.hostname!,
  target: { type: 'site', site: site.id },
  isActive: site.hostname_status === 'dns_passed',
  status: site.hostname_status ?? undefined,
  urls: { location: urls.api(`/custom-hostnames/${site.hostname}`) },
})

export const findSiteByHostname = (db: Db, hostname: string): Promise<Row<'sites'> | undefined> =>
  db.selectFrom('sites').selectAll().where('hostname', '=', hostname).executeTakeFirst()

/** Our host, to which custom hostnames must lead. */
const ourHost = (urls: Urls): string => new URL(urls.sitesHost ? `http://${urls.sitesHost}` : urls.base).hostname

/** Has the DNS asked about the hostname of this site, in the background. */
export const enqueueHostnameCheck = (db: Db, siteId: string, urls: Urls): Promise<void> =>
  enqueue(db, {
    kind: 'check-hostname',
    payload: { siteId, target: ourHost(urls) },
    uniqueKey: `check-hostname/${siteId}`,
  })

export async function findHostname(db: Db, siteId: string): Promise<string | undefined> {
  const site = await db.selectFrom('sites').select('hostname').where('id', '=', siteId).executeTakeFirst()
  return site?.hostname ?? undefined
}

export const checkHostname = async (hostname: string, target: string): Promise<HostnameStatus> =>
  judge(await readRecords(hostname, target), target)

/** Keeps what was found, unless the site has another hostname by now. */
export async function keepHostnameStatus(
  db: Db,
  { siteId, hostname, status }: { siteId: string; hostname: string; status: HostnameStatus },
): Promise<void> {
  await db
    .updateTable('sites')
    .set({ hostname_status: status, hostname_checked_at: now() })
    .where('id', '=', siteId)
    .where('hostname', '=', hostname)
    .execute()
}

/** The organization with that subdomain, and whether it has published anything. */
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
