// What assistants can do on a site: search, read a page, list pages. Everything is read as the visitor sees it.
import { isForAssistants, listPages, openSpaces } from '../machines/listing.ts'
import { loadPageText } from '../machines/page-text.ts'
import { searchSite } from '../model/search.ts'
import { pageHref } from '../paths.ts'
import type { SiteServices } from '../services.ts'
import { type Asked, settleVisit, type VisitedPage, type VisitedSpace } from '../visit.ts'

/** A site as the sender of a request may read it. */
export interface McpContext {
  services: SiteServices
  visited: VisitedSpace
  visitorOf: Asked['visitorOf']
}

interface FoundPage {
  title: string
  url: string
  excerpts: string[]
}

const MAX_FOUND = 30

export async function searchPages({ services, visited }: McpContext, query: string): Promise<{ pages: FoundPage[] }> {
  const found = await searchSite(services, visited, { query, scope: 'everywhere', limit: MAX_FOUND })
  const plain = (texts: readonly { text: string }[]): string => texts.map(({ text }) => text).join('')
  const pages = found.map(({ title, href, text, sections }) => ({
    title: plain(title),
    url: href,
    excerpts: [text, ...sections.map((section) => section.text)].map(plain).filter(Boolean),
  }))
  return { pages }
}

const MAX_REDIRECTS = 5

/** The page at a URL of the site, or at a path below it. */
async function findPage(
  { services, visited, visitorOf }: McpContext,
  address: string,
): Promise<VisitedPage | undefined> {
  let url = URL.canParse(address, visited.published.site) ? new URL(address, visited.published.site) : undefined
  for (let count = 0; url && count < MAX_REDIRECTS; count++) {
    if (!url.href.startsWith(visited.published.site)) return undefined
    const visit = await settleVisit(services, { url, visitorOf, isExchanging: false })
    if (visit.kind === 'page') return visit.visited.site.id === visited.site.id ? visit.visited : undefined
    if (visit.kind !== 'redirect') return undefined
    url = URL.canParse(visit.to) ? new URL(visit.to) : undefined
  }
  return undefined
}

/** Longer texts are read in parts. */
export const MAX_CHARACTERS = 50_000

interface ReadPage {
  title: string
  url: string
  markdown: string
  /** Where the next part begins. */
  next?: number | undefined
}

export async function readPage(context: McpContext, address: string, offset: number): Promise<ReadPage | undefined> {
  const found = await findPage(context, address.replace(/^\/+/, ''))
  if (!found) return undefined
  const { page, path, base, home } = found
  const text = await loadPageText(context.services, found)
  const end = offset + MAX_CHARACTERS
  return {
    title: page.title,
    url: pageHref(base, path, page.id === home?.page.id),
    markdown: text.slice(offset, end),
    ...(end < text.length && { next: end }),
  }
}

export const MAX_LISTED = 200

interface PageList {
  pages: { title: string; url: string; description?: string | undefined }[]
  next?: number | undefined
}

export async function listPagesFrom({ services, visited }: McpContext, offset: number): Promise<PageList> {
  const pages: PageList['pages'] = []
  let at = 0
  for (const space of await openSpaces(services, visited))
    for await (const { page, href } of listPages(services.db, space, isForAssistants)) {
      if (at++ < offset) continue
      if (pages.length === MAX_LISTED) return { pages, next: offset + MAX_LISTED }
      pages.push({ title: page.title, url: href, ...(page.description && { description: page.description }) })
    }
  return { pages }
}
