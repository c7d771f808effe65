// Looks up whether the hostname of a site leads here. Asking the DNS takes time, so no transaction is open meanwhile.
import { checkHostname, findHostname, keepHostnameStatus } from '../resources/hostnames/queries.ts'
import type { Job } from './runner.ts'

export const checkHostnameOfSite: Job = async ({ database, payload }) => {
  const { siteId, target } = payload as { siteId: string; target: string }
  const hostname = await findHostname(database.read, siteId)
  if (hostname === undefined) return undefined
  const status = await checkHostname(hostname, target)
  await database.write((db) => keepHostnameStatus(db, { siteId, hostname, status }))
  return undefined
}
