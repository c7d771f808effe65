// Records what a reader did. Previews of members do not count.
import type { FastifyRequest } from 'fastify'
import { now } from '../../lib/time.ts'
import { type InsightsEvent, insertEvents, recordFeedback } from '../../resources/insights/index.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import type { ReaderId } from './reader-id.ts'

/** What a browser tells. */
export interface Told {
  url: string
  page?: string | undefined
  referrer?: string | undefined
}

export type Details = Pick<InsightsEvent, 'type' | 'query' | 'result' | 'feedback' | 'operation' | 'link'>

export function eventOf(
  { headers, ip }: FastifyRequest,
  visited: VisitedSpace,
  reader: ReaderId,
  { url, page, referrer }: Told,
  details: Details,
): InsightsEvent {
  const { route, entry, space, audience } = visited
  const claims = audience === 'everything' ? {} : audience.claims
  return {
    ...details,
    session: {
      ...reader,
      userAgent: String(headers['user-agent'] ?? '').slice(0, 1024),
      language: headers['accept-language']?.split(/[,;]/)[0]?.slice(0, 64) ?? null,
      referrer: referrer?.slice(0, 2048) || null,
      ip,
      ...(Object.keys(claims).length > 0 && { visitorAuthClaims: claims }),
    },
    location: {
      url: url.slice(0, 2048),
      siteSection: route.section?.id ?? null,
      siteSpace: route.siteSpace.id,
      siteShareKey: entry.shareKey ?? null,
      space: space.id,
      revision: null,
      page: page ?? null,
    },
  }
}

export const record = ({ database }: SiteServices, siteId: string, event: InsightsEvent): Promise<void> =>
  database.write((db) => insertEvents(db, siteId, [{ ...event, at: now() }]))

/** Replaces what the same reader said about the same page before. */
export const recordOpinion = ({ database }: SiteServices, siteId: string, event: InsightsEvent): Promise<void> =>
  database.write((db) => recordFeedback(db, siteId, { ...event, at: now() }))
