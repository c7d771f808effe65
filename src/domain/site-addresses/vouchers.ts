// Vouchers: the operator's confirmation of a host, for when DNS cannot prove it.
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { appendEvent, type EventName } from '../../events/events.ts'
import { now } from '../../lib/time.ts'
import { activateClaims, revokedColumns, unprovenHostsOf } from './hostname-claims.ts'

type Site = Row<'sites'>

/** Vouches for the host, which then needs no other proof. */
export async function vouch(db: Db, site: Site, host: string): Promise<void> {
  await db
    .insertInto('vouched_hosts')
    .values({ site_id: site.id, host, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await record(db, 'site.hostname.vouched', site, host)
  await activateProven(db, site, host)
}

/** Revokes the voucher and deactivates the site's addresses on the host, however they were proven. */
export async function revoke(db: Db, site: Site, host: string): Promise<void> {
  await db.deleteFrom('vouched_hosts').where('site_id', '=', site.id).where('host', '=', host).execute()
  const columns = revokedColumns(site, host)
  if (Object.keys(columns).length > 0) await db.updateTable('sites').set(columns).where('id', '=', site.id).execute()
  await record(db, 'site.hostname.revoked', site, host)
}

/** Activates claims on vouched hosts; false if no claimed host is vouched for. */
export async function activateVouched(db: Db, site: Site): Promise<boolean> {
  const hosts = unprovenHostsOf(site)
  if (hosts.length === 0) return false
  const vouched = await db
    .selectFrom('vouched_hosts')
    .select('host')
    .where('site_id', '=', site.id)
    .where('host', 'in', hosts)
    .execute()
  for (const { host } of vouched) await activateProven(db, site, host)
  return vouched.length > 0
}

/**
 * Runs a write that may activate an address. If another site activates the same address concurrently, the unique index
 * fails the write; the retry then sees the other site.
 */
export async function writeProof(database: Database, work: (db: Db) => Promise<void>): Promise<void> {
  try {
    await database.write(work)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await database.write(work)
  }
}

/** Activates claims on a proven host, and records the event. */
export async function activateProven(db: Db, site: Site, host: string): Promise<void> {
  if (await activateClaims(db, site, host)) await record(db, 'site.hostname.proven', site, host)
}

const record = (db: Db, action: EventName, site: Site, hostname: string) =>
  appendEvent(db, {
    organizationId: site.organization_id,
    action,
    actorId: null,
    tokenId: null,
    target: { kind: 'organization', id: site.organization_id },
    siteId: site.id,
    data: { site: site.id, hostname },
    requestId: null,
  })
