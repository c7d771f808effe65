// Does a hostname lead here? It does when it is an alias of our host, or when both have an address in common.
import { Resolver } from 'node:dns/promises'
import type { Row } from '../../db/tables.ts'
import { SECOND } from '../../lib/time.ts'

export type HostnameStatus = NonNullable<Row<'sites'>['hostname_status']>

/** What the DNS says about a hostname and about our host. */
export interface Records {
  aliases: readonly string[]
  addresses: readonly string[]
  ours: readonly string[]
}

/** The same host, or one below it. */
const isAt = (host: string, target: string) => host === target || host.endsWith(`.${target}`)

export function judge({ aliases, addresses, ours }: Records, target: string): HostnameStatus {
  const leadsHere = aliases.some((alias) => isAt(alias.replace(/\.$/, '').toLowerCase(), target))
  if (leadsHere || addresses.some((address) => ours.includes(address))) return 'dns_passed'
  return aliases.length > 0 || addresses.length > 0 ? 'dns_wrong_cname' : 'dns_no_cname'
}

/** `target` is our host. Throws when the DNS cannot be asked. */
export async function readRecords(hostname: string, target: string): Promise<Records> {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 1 })
  const [aliases, addresses, ours] = await Promise.all([
    known(resolver.resolveCname(hostname)),
    addressesOf(resolver, hostname),
    addressesOf(resolver, target),
  ])
  return { aliases, addresses, ours }
}

const addressesOf = async (resolver: Resolver, host: string): Promise<string[]> =>
  (await Promise.all([known(resolver.resolve4(host)), known(resolver.resolve6(host))])).flat()

const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA'])

async function known(asked: Promise<string[]>): Promise<string[]> {
  return asked.catch((error: { code?: string }) => {
    if (NOT_THERE.has(error.code ?? '')) return []
    throw error
  })
}
