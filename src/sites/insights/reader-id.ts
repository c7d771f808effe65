// Who a reader is to the insights of a site: a random number in a cookie, where the site uses one; else a number that
// follows from the address of the day, so that it says nothing the day after.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../domain/customization/index.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { readUserAgent } from '../../resources/insights/index.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { listCookies, readSiteCookie, type SiteCookie, writeSiteCookie } from '../visitor/cookies.ts'

export interface ReaderId {
  visitorId: string
  sessionId: string
}

const YEAR_IN_SECONDS = 365 * 24 * 3600

const agentOf = ({ headers }: FastifyRequest): string => String(headers['user-agent'] ?? '')

/** Programs are no readers. */
export const isPerson = (request: FastifyRequest): boolean =>
  agentOf(request) !== '' && readUserAgent(agentOf(request)).bot === ''

/** True if the browser asks not to be observed: Global Privacy Control. */
export const isPrivate = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1'

export function readerIdOf(
  { files }: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { site, route, doorway }: VisitedSpace,
): ReaderId {
  const { insights } = settingsOf(site, route.siteSpace)
  if (!insights.trackingCookie || isPrivate(request)) {
    const id = files.signer.sign('reader', site.id, now().slice(0, 10), request.ip, agentOf(request)).slice(0, 22)
    return { visitorId: id, sessionId: id }
  }
  const cookies = listCookies(request)
  const keep = (cookie: SiteCookie, seconds?: number): string => {
    const known = readSiteCookie(cookies, cookie, site.id)
    if (known !== undefined && /^\w{10,40}$/.test(known)) return known
    const id = newId()
    writeSiteCookie(reply, cookie, id, { siteId: site.id, paths: doorway.paths, isSecure: doorway.isSecure, seconds })
    return id
  }
  return { visitorId: keep('reader', YEAR_IN_SECONDS), sessionId: keep('session') }
}
