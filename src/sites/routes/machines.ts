// What a site offers to programs, at addresses without a page: llms.txt, sitemap.xml, robots.txt, feeds.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPageNodeByPath } from '../../domain/revisions/index.ts'
import { sha256 } from '../../lib/hash.ts'
import { loadFeed, writeAtom, writeRss } from '../machines/feed.ts'
import { spacesAt } from '../machines/listing.ts'
import { writeLlms, writeLlmsFull } from '../machines/llms.ts'
import { isForAgents, isListed, robotsOf } from '../machines/robots.ts'
import { countSitemaps, MAX_URLS, writeIndex, writeSitemap } from '../machines/sitemap.ts'
import { listingState, textState } from '../machines/state.ts'
import { sendText, type Text } from '../machines/stream.ts'
import { encodePath } from '../paths.ts'
import type { SiteServices } from '../services.ts'
import { isPrivate, type VisitedSpace } from '../visit.ts'

type Answer = Omit<Text, 'isPrivate' | 'etag'> & { etag: string }
type Writer = (services: SiteServices, visited: VisitedSpace, path: string) => Promise<Answer | undefined>

const PLAIN = 'text/plain; charset=utf-8'
const XML_TYPE = 'application/xml; charset=utf-8'

/** The address below which the list is: of the site, or of one of its spaces. */
const baseOf = ({ route, published, base }: VisitedSpace): string => (route.prefix.length > 0 ? base : published.site)

const llms: Writer = async (services, visited) => {
  if (!isForAgents(visited)) return undefined
  const spaces = await spacesAt(services, visited)
  const etag = await listingState(services, visited, spaces)
  const pieces = writeLlms(services, visited, spaces, baseOf(visited))
  return { contentType: PLAIN, etag, isIndexed: false, pieces }
}

const llmsFull: Writer = async (services, visited) => {
  if (!isForAgents(visited)) return undefined
  const spaces = await spacesAt(services, visited)
  const etag = await textState(services, visited, spaces)
  return { contentType: PLAIN, etag, isIndexed: false, pieces: writeLlmsFull(services, visited, spaces) }
}

const sitemap: Writer = async (services, visited, path) => {
  if (visited.route.prefix.length > 0 || !isListed(visited)) return undefined
  const spaces = await spacesAt(services, visited)
  const state = await listingState(services, visited, spaces)
  const base = visited.published.site
  const request = { spaces, base, max: MAX_URLS }
  const count = await countSitemaps(services, request)
  const file = Number(/^sitemap-(\d{1,6})\.xml$/.exec(path)?.[1] ?? (count === 1 ? 1 : 0))
  if (file > count || (file === 0 && path !== 'sitemap.xml')) return undefined
  const pieces = file === 0 ? writeIndex(base, count) : writeSitemap(services, request, file)
  return { contentType: XML_TYPE, etag: sha256(`${state} ${path}`).slice(0, 32), isIndexed: false, pieces }
}

const robots: Writer = async (_services, visited) => {
  if (visited.route.prefix.length > 0) return undefined
  const text = robotsOf(visited)
  return { contentType: PLAIN, etag: sha256(text).slice(0, 32), isIndexed: true, pieces: once(text) }
}

const FEED = /^(?:(.*)\/)?(rss|atom)\.xml$/

const feed: Writer = async (services, visited, path) => {
  const [, of = '', kind] = FEED.exec(path)!
  const found = of === '' ? visited.home : await findPageNodeByPath(services.db, visited.view, of)
  if (found?.page.type !== 'document') return undefined
  const loaded = await loadFeed(services, { ...visited, page: found.page, path: found.path })
  if (!loaded) return undefined
  const text = (kind === 'rss' ? writeRss : writeAtom)(loaded, visited.base + encodePath(path))
  const contentType = `application/${kind}+xml; charset=utf-8`
  return { contentType, etag: sha256(text).slice(0, 32), isIndexed: false, pieces: once(text) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const WRITERS: [RegExp, Writer][] = [
  [/^(\.well-known\/)?llms\.txt$/, llms],
  [/^(\.well-known\/)?llms-full\.txt$/, llmsFull],
  [/^sitemap(-[1-9]\d{0,5})?\.xml$/, sitemap],
  [/^robots\.txt$/, robots],
  [FEED, feed],
]

/** Answers for a path below a space; undefined if nothing is offered there. */
export async function sendToMachine(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  path: string,
): Promise<FastifyReply | undefined> {
  const writer = WRITERS.find(([pattern]) => pattern.test(path))?.[1]
  const text = await writer?.(services, visited, path)
  // The state of adaptive content changes with parts that the visitor cannot see.
  const etag = visited.site.adaptive_content === 1 ? undefined : text?.etag
  return text && sendText(request, reply, { ...text, etag, isPrivate: isPrivate(visited) })
}
