// sitemap.xml: the pages that search engines may list. Above the limit of the format it is an index of several.
import { readContent } from '../../domain/revisions/index.ts'
import { countRecords } from '../../engine/tree/collections.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { isForRobots, type ListedPage, listPages } from './listing.ts'
import { XML, xmlElement } from './xml.ts'

/** The limit of the format. */
export const MAX_URLS = 50_000

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

async function* listAll({ db }: SiteServices, spaces: readonly VisitedSpace[]): AsyncGenerator<ListedPage> {
  for (const space of spaces) yield* listPages(db, space, isForRobots)
}

async function countAll(services: SiteServices, spaces: readonly VisitedSpace[]): Promise<number> {
  let count = 0
  for await (const _ of listAll(services, spaces)) count++
  return count
}

/** Hidden pages and others that are not listed count too. */
async function countAtMost({ db }: SiteServices, spaces: readonly VisitedSpace[]): Promise<number> {
  let count = 0
  for (const { view } of spaces) count += await readContent(db, countRecords(view.tree, 'page'))
  return count
}

export interface SitemapRequest {
  spaces: readonly VisitedSpace[]
  /** The address of the site. */
  base: string
  max: number
}

/** The number of files that the list is divided into; 1 if it is in one. */
export async function countSitemaps(services: SiteServices, { spaces, max }: SitemapRequest): Promise<number> {
  // Few sites need more than one, and to count what is listed is to list it.
  if ((await countAtMost(services, spaces)) <= max) return 1
  return Math.max(1, Math.ceil((await countAll(services, spaces)) / max))
}

export async function* writeIndex(base: string, count: number): AsyncGenerator<string> {
  yield `${XML}<sitemapindex ${NAMESPACE}>\n`
  for (let at = 1; at <= count; at++) yield `<sitemap>${xmlElement('loc', `${base}sitemap-${at}.xml`)}</sitemap>\n`
  yield '</sitemapindex>\n'
}

/** One of the files, counted from 1. */
export async function* writeSitemap(
  services: SiteServices,
  { spaces, max }: SitemapRequest,
  file: number,
): AsyncGenerator<string> {
  yield `${XML}<urlset ${NAMESPACE}>\n`
  let at = 0
  for await (const { page, href } of listAll(services, spaces)) {
    const isHere = Math.floor(at / max) === file - 1
    if (at++ >= file * max) break
    if (!isHere) continue
    const changed = page.updatedAt ?? page.createdAt
    yield `<url>${xmlElement('loc', href)}${changed ? xmlElement('lastmod', changed) : ''}</url>\n`
  }
  yield '</urlset>\n'
}
