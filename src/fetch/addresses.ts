// Decides which addresses the server may connect to: public ones, and those in LECTERN_FETCH_ALLOW. Every address that
// is not known to be public is refused.
import ipaddr from 'ipaddr.js'

type Ip = ReturnType<typeof ipaddr.parse>

export interface AllowList {
  hosts: ReadonlySet<string>
  ranges: readonly [Ip, number][]
}

export const EMPTY_ALLOW_LIST: AllowList = { hosts: new Set(), ranges: [] }

/** Parses a comma-separated list of host names, addresses and CIDR ranges; `wrong` is the first invalid entry. */
export function parseAllowList(text: string): { allowed: AllowList } | { wrong: string } {
  const hosts = new Set<string>()
  const ranges: [Ip, number][] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    const range = rangeOf(entry)
    if (range) ranges.push(range)
    else if (isHostName(entry)) hosts.add(normalizeHost(entry))
    else return { wrong: entry }
  }
  return { allowed: { hosts, ranges } }
}

// Short, octal and decimal notations of addresses are rejected, because they are misleading.
function rangeOf(entry: string): [Ip, number] | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.parse(entry), 32]
  if (ipaddr.IPv6.isValid(entry)) return [ipaddr.parse(entry), 128]
  const isRange = ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)
  return isRange ? ipaddr.parseCIDR(entry) : undefined
}

/** True for an address or a CIDR range. */
export const isRange = (entry: string): boolean => rangeOf(entry) !== undefined

const isHostName = (entry: string): boolean =>
  /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/i.test(entry) && !/(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(entry)

/** Normalizes a host for comparison: lower case, without trailing dot and IPv6 brackets. */
export const normalizeHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '')

/** True if the server may connect to this address of the host. */
export function mayConnect(allowed: AllowList, host: string, address: string): boolean {
  if (allowed.hosts.has(normalizeHost(host))) return true
  const ip = ipaddr.parse(address)
  return isPublic(ip) || allowed.ranges.some((range) => isWithin(ip, range))
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublic = (ip: Ip): boolean =>
  ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST))

// An IPv4-mapped IPv6 address is the same machine, so ranges of either form match.
const isWithin = (ip: Ip, [base, bits]: [Ip, number]): boolean =>
  [ip, unmapped(ip)].some((form) => form.kind() === base.kind() && form.match(base, bits))

const unmapped = (ip: Ip): Ip => (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip)
