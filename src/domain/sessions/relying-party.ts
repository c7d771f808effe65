// Where passkeys belong: the host of the server's address. Browsers offer them only where nobody can listen, and never
// for IP addresses.
import { isIP } from 'node:net'

export interface RelyingParty {
  /** The host that passkeys are made for. */
  id: string
  origin: string
}

export interface NoRelyingParty {
  /** Why the address of the server cannot have passkeys. */
  reason: string
}

export function relyingPartyOf(base: string): RelyingParty | NoRelyingParty {
  const { protocol, hostname, origin } = new URL(base)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0)
    return { reason: 'Passkeys do not work here, because this server is at an IP address. They need a host name.' }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal)
    return { reason: 'Passkeys do not work here, because this server is not reached over HTTPS.' }
  return { id: hostname, origin }
}

export const hasPasskeys = (party: RelyingParty | NoRelyingParty): party is RelyingParty => 'id' in party
