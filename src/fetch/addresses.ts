// Which addresses the server may ask: those of the public Internet, and what LECTERN_FETCH_ALLOW names. Everything that
// is not plainly public is refused, so a range that nobody thought of is refused too.
import ipaddr from 'ipaddr.js'

type Ip = ReturnType<typeof ipaddr.parse>

export interface Allowed {
  hosts: ReadonlySet<string>
  ranges: readonly [Ip, number][]
}

export const NOTHING_ALLOWED: Allowed = { hosts: new Set(), ranges: [] }

/** A comma list of host names, addresses and CIDR ranges; answers the first entry that is none of them as `wrong`. */
export function parseAllowed(text: string): { allowed: Allowed } | { wrong: string } {
  const hosts = new Set<string>()
  const ranges: [Ip, number][] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    const range = rangeOf(entry)
    if (range) ranges.push(range)
    else if (isHostName(entry)) hosts.add(plainHost(entry))
    else return { wrong: entry }
  }
  return { allowed: { hosts, ranges } }
}

// The short, octal and decimal ways of writing addresses would match something else than they seem to.
function rangeOf(entry: string): [Ip, number] | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.parse(entry), 32]
  if (ipaddr.IPv6.isValid(entry)) return [ipaddr.parse(entry), 128]
  const isRange = ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)
  return isRange ? ipaddr.parseCIDR(entry) : undefined
}

const isHostName = (entry: string): boolean =>
  /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i.test(entry) && !/(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(entry)

/** A host as it is compared: lower case, without the dot at its end and the brackets of an IPv6 address. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '')

/** Whether the server may connect to an address that a host has. */
export function mayConnect(allowed: Allowed, host: string, address: string): boolean {
  if (allowed.hosts.has(plainHost(host))) return true
  const ip = ipaddr.parse(address)
  return isPublic(ip) || allowed.ranges.some((range) => isWithin(ip, range))
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublic = (ip: Ip): boolean =>
  ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST))

// An IPv4 address inside an IPv6 one is the same machine: a range that names the one names the other.
const isWithin = (ip: Ip, [base, bits]: [Ip, number]): boolean =>
  [ip, unmapped(ip)].some((form) => form.kind() === base.kind() && form.match(base, bits))

const unmapped = (ip: Ip): Ip => (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip)
