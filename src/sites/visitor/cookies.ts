// The cookies of a site: only for that site, and not readable by scripts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../lib/hash.ts'

/** Of several cookies of a name, that of the deepest path comes first. */
export function listCookies({ headers }: Pick<FastifyRequest, 'headers'>): [name: string, value: string][] {
  const pairs = headers.cookie?.split(';') ?? []
  return pairs.flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })
}

export type SiteCookie = 'visitor' | 'preview' | 'claims' | 'round' | 'reader' | 'session'

/** Sites may share a host and lie below each other, so each has names of its own. */
const nameOf = (cookie: SiteCookie, siteId: string): string => `lectern-${cookie}-${sha256(siteId).slice(0, 12)}`

export function readSiteCookie(
  cookies: readonly [string, string][],
  cookie: SiteCookie,
  siteId: string,
): string | undefined {
  const name = nameOf(cookie, siteId)
  return cookies.find(([each]) => each === name)?.[1]
}

/** Browsers drop longer cookies. */
const MAX_VALUE = 3900
const PLAIN = /^[\w.-]*$/

export const fitsInCookie = (value: string): boolean => value.length <= MAX_VALUE && PLAIN.test(value)

export interface Kept {
  siteId: string
  /** The paths of the site, as browsers see them. */
  paths: readonly string[]
  isSecure: boolean
  /** Absent: until the browser is closed. */
  seconds?: number | undefined
}

export function writeSiteCookie(reply: FastifyReply, cookie: SiteCookie, value: string, kept: Kept): void {
  const age = kept.seconds === undefined ? '' : `; Max-Age=${kept.seconds}`
  // The console shows previews in a frame, which may be of another site than the console.
  const sameSite = cookie === 'preview' && kept.isSecure ? 'SameSite=None; Partitioned' : 'SameSite=Lax'
  const rest = `HttpOnly; ${sameSite}${kept.isSecure ? '; Secure' : ''}`
  for (const path of new Set(kept.paths))
    reply.header('set-cookie', `${nameOf(cookie, kept.siteId)}=${value}${age}; Path=${path}; ${rest}`)
}
