// The answer to "Was this page helpful?". Of a reader and a page, the last one counts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../domain/customization/index.ts'
import { findPageNode } from '../../domain/revisions/index.ts'
import { problem } from '../../errors.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import { isPerson, readerIdOf } from '../insights/reader-id.ts'
import { eventOf, recordRating } from '../insights/record.ts'
import { THANKS } from '../pages/feedback.ts'
import { pageHref } from '../paths.ts'
import { limitReaders } from '../reader-limit.ts'
import { readBody } from '../request-body.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

const MAX_BODY = 4096

const limit = limitReaders(30)

const RATINGS = ['bad', 'ok', 'good'] as const

const asRating = (text: string | null) => RATINGS.find((rating) => rating === text)

export async function sendFeedback(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  url: URL,
): Promise<FastifyReply | undefined> {
  const { site, route, base, home, view } = visited
  if (request.method !== 'POST' || !settingsOf(site, route.siteSpace).feedback.enabled) return undefined
  limit(request, reply)
  const fields = new URLSearchParams(await readBody(request, MAX_BODY))
  const rating = asRating(fields.get('rating'))
  const found = await findPageNode(services.db, view, fields.get('page') ?? '')
  if (!rating || found?.page.type !== 'document') throw problem('invalid')
  if (!createOwnPages(url.origin).isSameOrigin(request.headers)) throw problem('forbidden')
  const href = pageHref(base, found.path, found.page.id === home?.page.id)
  if (isPerson(request) && visited.entry.member === undefined) {
    const reader = readerIdOf(services, request, reply, visited)
    const told = { url: href, page: found.page.id }
    const details = { type: 'page_post_feedback' as const, feedback: { rating } }
    await recordRating(services, site.id, eventOf(request, visited, reader, told, details))
  }
  reply.header('cache-control', 'no-store')
  if (request.headers.accept === 'application/json') return reply.code(204).send()
  return reply.redirect(`${href}#${THANKS}`, 303)
}
