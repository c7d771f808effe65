// Checks the DNS of hostnames. A hostname points here if it is an alias of our host or shares an address with it. A TXT
// record with the id of the site proves ownership.
import type { Row } from '../../db/tables.ts'
import type { Dns } from '../../fetch/dns.ts'

export type HostnameStatus = NonNullable<Row<'sites'>['hostname_status']>

/** DNS records of a hostname and of our host. */
interface HostnameRecords {
  aliases: readonly string[]
  addresses: readonly string[]
  ours: readonly string[]
}

/** The same host, or a subdomain. */
const isAt = (host: string, target: string) => host === target || host.endsWith(`.${target}`)

export function hostnameStatusOf({ aliases, addresses, ours }: HostnameRecords, target: string): HostnameStatus {
  const leadsHere = aliases.some((alias) => isAt(alias.replace(/\.$/, '').toLowerCase(), target))
  if (leadsHere || addresses.some((address) => ours.includes(address))) return 'dns_passed'
  return aliases.length > 0 || addresses.length > 0 ? 'dns_wrong_cname' : 'dns_no_cname'
}

/** `target` is our host. Throws if the DNS query fails. */
export async function readRecords(dns: Dns, hostname: string, target: string): Promise<HostnameRecords> {
  const [aliases, addresses, ours] = await Promise.all([
    dns.aliases(hostname),
    dns.addresses(hostname),
    dns.addresses(target),
  ])
  return { aliases, addresses, ours }
}

/** The TXT record that proves ownership of the host for the site. */
export const proofRecord = (host: string, siteId: string) => ({
  type: 'TXT' as const,
  name: `_lectern.${host}`,
  value: `lectern-site=${siteId}`,
})

/** Throws if the DNS query fails. */
export async function isProven(dns: Dns, host: string, siteId: string): Promise<boolean> {
  const { name, value } = proofRecord(host, siteId)
  return (await dns.texts(name)).some((text) => text.trim() === value)
}
