// DNS lookups with a time limit.
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { SECOND } from '../lib/time.ts'

/** Each lookup returns an empty list for an unknown name, and throws if DNS is unavailable. */
export interface Dns {
  aliases(name: string): Promise<string[]>
  addresses(name: string): Promise<string[]>
  /** TXT records, each joined from its parts. */
  texts(name: string): Promise<string[]>
}

const DEADLINE = 5 * SECOND

/** `servers` replaces the system's DNS servers; each is an address with an optional port. */
export function createDns(servers: readonly string[] | undefined): Dns {
  return {
    aliases: (name) => ask(servers, (resolver) => resolver.resolveCname(name)),
    addresses: async (name) => {
      const families = [
        ask(servers, (resolver) => resolver.resolve4(name)),
        ask(servers, (resolver) => resolver.resolve6(name)),
      ]
      return (await Promise.all(families)).flat()
    },
    texts: async (name) =>
      (await ask(servers, (resolver) => resolver.resolveTxt(name))).map((parts: string[]) => parts.join('')),
  }
}

// One resolver per lookup, because only a whole resolver can be cancelled.
async function ask<T>(servers: readonly string[] | undefined, question: (resolver: Resolver) => Promise<T[]>) {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 1 })
  if (servers) resolver.setServers(servers)
  const deadline = setTimeout(() => resolver.cancel(), DEADLINE).unref()
  try {
    return await question(resolver)
  } catch (error) {
    if (NOT_THERE.has((error as { code?: string }).code ?? '')) return []
    throw error
  } finally {
    clearTimeout(deadline)
  }
}

const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA'])

/** Parses a comma-separated list of addresses with optional ports; `wrong` is the first invalid entry. */
export function parseServers(text: string): { servers: string[] } | { wrong: string } {
  const servers = text.split(',').map((entry) => entry.trim())
  const wrong = servers.find((entry) => !isServer(entry))
  return wrong === undefined ? { servers } : { wrong }
}

function isServer(entry: string): boolean {
  const [, address, port] = /^\[?(.+?)\]?(?::(\d{1,5}))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
  return (
    address !== undefined && isIP(address) !== 0 && (port === undefined || (Number(port) > 0 && Number(port) < 65_536))
  )
}
