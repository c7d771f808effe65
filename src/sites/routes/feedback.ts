// The answer to "Was this page helpful?", and the comment after it. Of a reader and a page, the last ones count.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../domain/customization/index.ts'
import { findPageNode } from '../../domain/revisions/index.ts'
import { problem } from '../../errors.ts'
import { clip, isStorable } from '../../lib/text.ts'
import { feedbackId, findFeedback, MAX_COMMENT } from '../../resources/insights/index.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import { isPerson, type ReaderId, readerIdOf } from '../insights/reader-id.ts'
import { type Details, eventOf, recordOpinion } from '../insights/record.ts'
import { THANKS, THANKS_FOR_COMMENT } from '../pages/feedback.ts'
import { pageHref } from '../paths.ts'
import { limitReaders } from '../reader-limit.ts'
import { readBody } from '../request-body.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

const MAX_BODY = 8192

const limit = limitReaders(30)

const RATINGS = ['bad', 'ok', 'good'] as const

const asRating = (text: string | null | undefined) => RATINGS.find((rating) => rating === text)

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
  const said = readSaid(await readBody(request, MAX_BODY))
  const found = await findPageNode(services.db, view, said.page)
  if (!said.isComplete || found?.page.type !== 'document') throw problem('invalid')
  if (!createOwnPages(url.origin).isSameOrigin(request.headers)) throw problem('forbidden')
  const href = pageHref(base, found.path, found.page.id === home?.page.id)
  if (isPerson(request) && visited.entry.member === undefined) {
    const reader = readerIdOf(services, request, reply, visited)
    const details = await detailsOf(services, visited, reader, said)
    if (!details) throw problem('invalid')
    const told = { url: href, page: found.page.id }
    await recordOpinion(services, site.id, eventOf(request, visited, reader, told, details))
  }
  reply.header('cache-control', 'no-store')
  if (request.headers.accept === 'application/json') return reply.code(204).send()
  return reply.redirect(`${href}#${said.comment === undefined ? THANKS : THANKS_FOR_COMMENT}`, 303)
}

interface Said {
  page: string
  rating: (typeof RATINGS)[number] | undefined
  comment: string | undefined
  isComplete: boolean
}

/** Forms send line breaks as two characters. */
function readSaid(text: string): Said {
  const fields = new URLSearchParams(text)
  const rating = asRating(fields.get('rating'))
  const written = fields.get('comment')?.replaceAll('\r\n', '\n').trim()
  const comment = written === undefined ? undefined : clip(written, MAX_COMMENT)
  const isComplete = comment === undefined ? rating !== undefined : comment !== '' && isStorable(comment)
  return { page: fields.get('page') ?? '', rating, comment, isComplete }
}

/** A comment belongs to the rating before it, which a page without script does not know. Undefined if there is none. */
async function detailsOf(
  { db }: SiteServices,
  { site, space }: VisitedSpace,
  { visitorId }: ReaderId,
  { page, rating, comment }: Said,
): Promise<Details | undefined> {
  if (comment === undefined) return rating && { type: 'page_post_feedback', feedback: { rating } }
  const known = rating ?? (await findFeedback(db, feedbackId(site.id, visitorId, space.id, page)))?.rating
  return known && { type: 'page_post_feedback_comment', feedback: { rating: known, comment } }
}
