// Checks by DNS whether the hosts of a site are verified and whether its hostname points to this server. No transaction
// is open during lookups. Unverified hosts are checked again for a week.
import { lock } from '../access/loading/locks.ts'
import type { Database } from '../db/database.ts'
import {
  activateProven,
  checkHostname,
  findSite,
  hostnameOf,
  isProven,
  saveHostnameStatus,
  unprovenHostsOf,
  writeProof,
} from '../domain/site-addresses/index.ts'
import { DAY, fromNow, MINUTE, type Timestamp } from '../lib/time.ts'
import type { Job } from './runner.ts'

const RETRY_PERIOD = 7 * DAY

export const checkHostnameOfSite: Job = async ({ database, dns, payload }) => {
  const { siteId, target } = payload as { siteId: string; target: string }
  const site = await findSite(database.read, siteId)
  if (!site) return undefined
  for (const host of unprovenHostsOf(site)) if (await isProven(dns, host, siteId)) await serve(database, siteId, host)
  const hostname = hostnameOf(site)
  if (hostname !== null) {
    const status = await checkHostname(dns, hostname, target)
    await database.write((db) => saveHostnameStatus(db, { siteId, hostname, status }))
  }
  return nextCheck(database, siteId)
}

const serve = (database: Database, siteId: string, host: string): Promise<void> =>
  writeProof(database, async (db) => {
    await lock(db, 'site', siteId)
    const site = await findSite(db, siteId)
    if (site) await activateProven(db, site, host)
  })

/** The interval between checks grows with the age of the claim. */
async function nextCheck(database: Database, siteId: string): Promise<Timestamp | undefined> {
  const site = await findSite(database.read, siteId)
  if (!site || unprovenHostsOf(site).length === 0) return undefined
  const age = Date.now() - Date.parse(site.claimed_at ?? '')
  return age < RETRY_PERIOD ? fromNow(Math.max(MINUTE, age / 4)) : undefined
}
