// The updates of a page as a feed: RSS and Atom.
import { drawInTurns, loadSurroundings } from '../../domain/drawing/index.ts'
import { listAnchors } from '../../engine/anchors.ts'
import { isContentRef } from '../../engine/content-ref.ts'
import type { Block, Document } from '../../engine/document.ts'
import { textOf } from '../../engine/text.ts'
import { walk } from '../../engine/walk.ts'
import type { Surroundings } from '../../render/html/index.ts'
import { loadReadDocument } from '../model/page.ts'
import { pageHref } from '../paths.ts'
import { placeOf } from '../place.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedPage } from '../visit.ts'
import { XML, xmlElement, xmlText } from './xml.ts'

interface Entry {
  id: string
  title: string
  href: string
  date: Date
  tags: string[]
  html: string
}

export interface Feed {
  title: string
  description: string
  site: string
  page: string
  language: string | undefined
  entries: Entry[]
}

/** Readers ask again and again, so older ones are left out. */
const MAX_ENTRIES = 50

/** Undefined if the page has no updates. */
export async function loadFeed(services: SiteServices, visited: VisitedPage): Promise<Feed | undefined> {
  const { page, path, base, home, site, space } = visited
  const document = await loadReadDocument(services.db, visited)
  const updates = blocksIn(document, (type) => type === 'update')
  if (updates.length === 0) return undefined
  const { surroundings } = await loadSurroundings(placeOf(services.db, visited, services), document)
  const own = pageHref(base, path, page.id === home?.page.id)
  const context = { document, surroundings, own, anchors: listAnchors(document), fallback: page.updatedAt }
  const dated = updates.map((block) => ({ block, date: dateOf(block, context.fallback) }))
  const newest = dated.sort((one, other) => other.date.getTime() - one.date.getTime()).slice(0, MAX_ENTRIES)
  const entries: Entry[] = []
  for (const { block, date } of newest) entries.push(await toEntry(block, date, context))
  return {
    title: `${page.title} · ${site.title}`,
    description: page.description ?? page.title,
    site: site.title,
    page: own,
    language: space.language ?? undefined,
    entries,
  }
}

const blocksIn = (node: Document | Block, isWanted: (type: string) => boolean): Block[] =>
  walk(node as Document).flatMap(({ node: each }) => (each.object === 'block' && isWanted(each.type) ? [each] : []))

function dateOf({ data }: Block, fallback: string | undefined): Date {
  const given = new Date(typeof data?.date === 'string' ? data.date : Number.NaN)
  return Number.isNaN(given.getTime()) ? new Date(fallback ?? 0) : given
}

interface Context {
  document: Document
  surroundings: Surroundings
  own: string
  anchors: ReadonlyMap<Block, string>
}

async function toEntry(block: Block, date: Date, { surroundings, own, anchors }: Context): Promise<Entry> {
  const heading = blocksIn(block, (type) => type.startsWith('heading-'))[0]
  const anchor = heading && anchors.get(heading)
  const nodes = (block.nodes ?? []).filter((node) => node !== heading)
  const body = await drawInTurns({ object: 'document', data: {}, nodes } as Document, surroundings)
  const day = date.toISOString().slice(0, 10)
  const tags = Array.isArray(block.data?.tags) ? block.data.tags.filter(isContentRef) : []
  return {
    id: `${own}#${block.key ?? anchor ?? day}`,
    title: heading ? textOf(heading) : day,
    href: anchor === undefined ? own : `${own}#${encodeURIComponent(anchor)}`,
    date,
    tags: tags.flatMap((ref) => surroundings.target(ref)?.title ?? []),
    html: forElsewhere(body.text, own),
  }
}

/** Without the marks of headings, and with links that work outside the page. */
const forElsewhere = (text: string, own: string): string =>
  text.replaceAll(/<a class="mark"[^>]*>#<\/a>/g, '').replaceAll(' href="#', ` href="${xmlText(own)}#`)

const newestOf = ({ entries }: Feed): Date => entries[0]!.date

export function writeRss(feed: Feed, self: string): string {
  const { title, description, page, language, entries } = feed
  const items = entries.map(
    (entry) =>
      `<item>${xmlElement('title', entry.title)}${xmlElement('link', entry.href)}<guid isPermaLink="false">${xmlText(entry.id)}</guid>${xmlElement('pubDate', entry.date.toUTCString())}${entry.tags.map((tag) => xmlElement('category', tag)).join('')}${xmlElement('description', entry.html)}</item>\n`,
  )
  return `${XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>${xmlElement('title', title)}${xmlElement('link', page)}${xmlElement('description', description)}${language ? xmlElement('language', language) : ''}${xmlElement('lastBuildDate', newestOf(feed).toUTCString())}<atom:link rel="self" type="application/rss+xml" href="${xmlText(self)}"/>
${items.join('')}</channel>
</rss>
`
}

export function writeAtom(feed: Feed, self: string): string {
  const { title, description, page, site, entries } = feed
  const items = entries.map(
    (entry) =>
      `<entry>${xmlElement('id', entry.id)}${xmlElement('title', entry.title)}${xmlElement('updated', entry.date.toISOString())}<link href="${xmlText(entry.href)}"/>${entry.tags.map((tag) => `<category term="${xmlText(tag)}"/>`).join('')}<content type="html">${xmlText(entry.html)}</content></entry>\n`,
  )
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom">
${xmlElement('id', page)}${xmlElement('title', title)}${xmlElement('subtitle', description)}${xmlElement('updated', newestOf(feed).toISOString())}<author>${xmlElement('name', site)}</author><link href="${xmlText(page)}"/><link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
${items.join('')}</feed>
`
}
