// What the script of a page tells about its reader: pages that were viewed, searches, links that were followed. Requests
// of other origins, of programs and of readers who want no such thing are answered alike, and nothing is recorded.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dispatchPageViews, type PageView } from '../../domain/dispatch/index.ts'
import { findPageNode } from '../../domain/revisions/index.ts'
import { problem } from '../../errors.ts'
import { findJson } from '../../lib/json.ts'
import type { InsightsEvent } from '../../resources/insights/index.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import { isPerson, isPrivate, readerIdOf } from '../insights/reader-id.ts'
import { type Details, eventOf, record } from '../insights/record.ts'
import { MAX_QUERY } from '../model/search-scope.ts'
import { limitReaders } from '../reader-limit.ts'
import { readBody } from '../request-body.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

const MAX_BODY = 16 * 1024
const MAX_LEVELS = 4

const limit = limitReaders(300)

interface Sent {
  type: 'page_view' | 'search_open' | 'search_type_query' | 'search_open_result' | 'link_click' | ApiEvent
  url: string
  page?: string
  referrer?: string
  query?: string
  result?: { spaceId: string; pageId: string }
  operation?: { method: string; path: string }
  link?: Link
}

type Link = NonNullable<InsightsEvent['link']>

const POSITIONS: readonly Link['position'][] = ['announcement', 'header', 'footer', 'sidebar', 'content']

/** The form of an operation was opened, or sent a request. */
type ApiEvent = 'api_client_open' | 'api_client_request'

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 4096

/** Undefined if it is nothing that the script sends. */
function readSent(text: string, site: string): Sent | undefined {
  const given = findJson(text, MAX_LEVELS) as Partial<Sent> | undefined
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const { type, url, page, referrer, query, result, operation, link } = given
  if (!isText(url) || !URL.canParse(url) || !url.startsWith(site)) return undefined
  if ([page, referrer, query].some((each) => each !== undefined && !isText(each))) return undefined
  if (type === 'page_view') return page === undefined ? undefined : { type, url, page, ...(referrer && { referrer }) }
  if (type === 'search_open') return { type, url, ...(page && { page }) }
  if (type === 'api_client_open' || type === 'api_client_request') {
    if (!isText(operation?.method) || !isText(operation.path)) return undefined
    const { method, path } = operation
    return { type, url, ...(page && { page }), operation: { method: method.slice(0, 16), path: path.slice(0, 1024) } }
  }
  if (type === 'link_click') {
    const to = link?.target?.url
    if (!isText(to) || !/^https?:/.test(to) || !URL.canParse(to) || !POSITIONS.includes(link!.position))
      return undefined
    const target = { kind: 'url', url: to.slice(0, 2048) }
    return { type, url, ...(page && { page }), link: { target, position: link!.position } }
  }
  const words = query?.slice(0, MAX_QUERY).trim()
  if (!words) return undefined
  if (type === 'search_type_query') return { type, url, query: words, ...(page && { page }) }
  if (type !== 'search_open_result' || !isText(result?.spaceId) || !isText(result.pageId)) return undefined
  return { type, url, query: words, result: { spaceId: result.spaceId, pageId: result.pageId } }
}

export async function sendEvents(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  url: URL,
): Promise<FastifyReply | undefined> {
  if (request.method !== 'POST') return undefined
  limit(request, reply)
  const sent = readSent(await readBody(request, MAX_BODY), visited.published.site)
  if (!sent) throw problem('invalid')
  reply.code(204).header('cache-control', 'no-store')
  const isCounted = isPerson(request) && !isPrivate(request) && visited.entry.member === undefined
  if (!isCounted || !createOwnPages(url.origin).isSameOrigin(request.headers)) return reply.send()
  const page = sent.page === undefined ? undefined : await findPageNode(services.db, visited.view, sent.page)
  if (sent.type === 'page_view' && !page) return reply.send()
  const reader = readerIdOf(services, request, reply, visited)
  const event = eventOf(request, visited, reader, { ...sent, page: page?.page.id }, detailsOf(sent))
  await record(services, visited.site.id, event)
  if (sent.type === 'page_view') dispatchPageViews(services, visited.site, [viewOf(event)])
  return reply.send()
}

const detailsOf = ({ type, query, result, operation, link }: Sent): Details => ({
  type,
  ...(operation && { operation }),
  ...(link && { link }),
  ...(query !== undefined && { query }),
  ...(result && { result }),
})

const viewOf = ({ session, location }: InsightsEvent): PageView => ({
  spaceId: location.space ?? undefined,
  siteSpaceId: location.siteSpace ?? undefined,
  pageId: location.page ?? undefined,
  visitor: {
    anonymousId: session.visitorId,
    cookies: {},
    userAgent: session.userAgent,
    ip: session.ip ?? '',
    language: session.language ?? undefined,
  },
  url: location.url,
  referrer: session.referrer ?? '',
})
