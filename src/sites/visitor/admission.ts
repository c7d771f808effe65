// How visitors are let in: they are sent to the sign-in, come back with a token in the address, and the token moves from
// there to a cookie. Every step that could go on for ever ends with a page instead.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { Row } from '../../db/tables.ts'
import { PREVIEW_PARAMETER } from '../../domain/visits/index.ts'
import { problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { DAY, MINUTE, SECOND } from '../../lib/time.ts'
import { fitsInCookie, type Kept, listCookies, readSiteCookie, writeSiteCookie } from './cookies.ts'
import { claimsInQuery, keptClaims, merge, toKept } from './unsigned-claims.ts'
import { TOKEN_PARAMETER } from './visitor.ts'

/** Marks the first request after a token was kept: without a cookie then, the browser keeps none. */
const MARK = 'lectern-signed-in'

export const isMarked = ({ searchParams }: URL): boolean => searchParams.has(MARK)

/** The parameters that leave an address. */
const LEAVING = [TOKEN_PARAMETER, PREVIEW_PARAMETER, MARK]

const MAX_AGE = 7 * DAY
const ROUND_AGE = MINUTE

export interface KeptToken {
  cookie: 'visitor' | 'preview'
  token: string
  /** When it ends, if the token does not say so itself. */
  expiresAt?: string
}

/** A site and where browsers see it. */
export interface Doorway {
  site: Row<'sites'>
  paths: readonly string[]
  isSecure: boolean
}

const keptFor = ({ site, ...rest }: Doorway, milliseconds?: number): Kept => ({
  ...rest,
  siteId: site.id,
  seconds: milliseconds === undefined ? undefined : Math.max(0, Math.ceil(milliseconds / SECOND)),
})

/** Relative, so that it is right behind any proxy. */
function hrefWithout(url: URL, ...names: string[]): string {
  const clean = new URL(url)
  for (const name of names) clean.searchParams.delete(name)
  return `./${url.pathname.split('/').at(-1)}${clean.search}`
}

/** After a failure: the same address, without what failed. */
export const againOf = (url: URL): string => hrefWithout(url, ...LEAVING)

/** The token leaves the address, which readers share, and stays in a cookie of the site. */
export function keepToken(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  doorway: Doorway,
  kept: KeptToken | undefined,
): FastifyReply {
  keepClaims(request, reply, url, doorway)
  const clean = hrefWithout(url, ...LEAVING)
  if (kept === undefined) return goTo(reply, clean)
  if (!fitsInCookie(kept.token)) throw problem('visitorTokenTooLong')
  writeSiteCookie(reply, kept.cookie, kept.token, keptFor(doorway, lifetimeOf(kept)))
  return goTo(reply, `${clean}${clean.includes('?') ? '&' : '?'}${MARK}`)
}

/** The token is verified already. */
function lifetimeOf({ token, expiresAt }: KeptToken): number {
  if (expiresAt !== undefined) return Date.parse(expiresAt) - Date.now()
  const { exp } = decodeJwt(token)
  return exp === undefined ? MAX_AGE : Math.min(MAX_AGE, exp * SECOND - Date.now() + MINUTE)
}

/** The value of the preview's parameter that ends it. */
export const LEAVE = 'leave'

export const isLeaving = ({ searchParams }: URL): boolean => searchParams.get(PREVIEW_PARAMETER) === LEAVE

/** Ends a preview: the site is shown to the visitor as it is. */
export function leavePreview(reply: FastifyReply, url: URL, doorway: Doorway): FastifyReply {
  for (const cookie of ['preview', 'visitor'] as const) writeSiteCookie(reply, cookie, '', keptFor(doorway, 0))
  return goTo(reply, hrefWithout(url, ...LEAVING))
}

export const removeMark = (reply: FastifyReply, url: URL): FastifyReply => goTo(reply, hrefWithout(url, MARK))

/** Sends the browser to the sign-in, once for an address and minute. */
export function sendToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  doorway: Doorway,
  to: string,
): FastifyReply {
  if (isMarked(url)) throw problem('visitorCookieMissing')
  const round = sha256(url.pathname).slice(0, 12)
  if (readSiteCookie(listCookies(request), 'round', doorway.site.id) === round) {
    writeSiteCookie(reply, 'round', '', keptFor(doorway, 0))
    throw problem('visitorTokenMissing')
  }
  writeSiteCookie(reply, 'round', round, keptFor(doorway, ROUND_AGE))
  // Where signing in is optional, whoever comes back without a token is let in without one.
  if (doorway.site.visibility !== 'visitor-auth') writeSiteCookie(reply, 'visitor', '', keptFor(doorway, 0))
  return goTo(reply, to)
}

/** Unsigned claims of an address hold for the pages after it too. */
export function keepClaims(request: FastifyRequest, reply: FastifyReply, url: URL, doorway: Doorway): void {
  const given = doorway.site.adaptive_content === 1 ? claimsInQuery(url) : undefined
  if (!given) return
  const value = toKept(merge(keptClaims(request, doorway.site.id), given))
  if (fitsInCookie(value)) writeSiteCookie(reply, 'claims', value, keptFor(doorway))
}

const goTo = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'private, no-store').redirect(to, 307)
