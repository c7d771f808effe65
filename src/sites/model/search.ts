// What a search finds on a site: pages with their matching sections, as the visitor sees them.
import { readContent } from '../../domain/revisions/index.ts'
import { findPage, listAncestors } from '../../engine/tree/pages.ts'
import {
  type BestPage,
  createMarker,
  listBestPages,
  listSearched,
  type MarkedText,
  type SearchedSpace,
} from '../../resources/search/index.ts'
import { openSpaces } from '../machines/listing.ts'
import { pageHref } from '../paths.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { hasScopes, MAX_QUERY, type Scope } from './search-scope.ts'

export interface Asked {
  query: string
  scope: Scope
  limit: number
}

export interface FoundSection {
  title: MarkedText[]
  text: MarkedText[]
  href: string
}

export interface FoundPage extends FoundSection {
  spaceId: string
  pageId: string
  /** The space and the pages above. */
  where: string[]
  /** Sections below headings of the page. */
  sections: FoundSection[]
}

export async function searchSite(services: SiteServices, visited: VisitedSpace, asked: Asked): Promise<FoundPage[]> {
  const { db, urls } = services
  const query = asked.query.slice(0, MAX_QUERY).toWellFormed()
  if (query.trim() === '') return []
  const open = asked.scope === 'here' || !hasScopes(visited) ? [visited] : await openSpaces(services, visited)
  const byId = new Map(open.map((each) => [each.space.id, each]))
  const indexed = await listSearched(db, [...byId.keys()])
  const listed = await Promise.all(indexed.map((each) => asPreviewed(each, visited)))
  // The space that is read comes first among equals.
  const spaces = [...byId.keys()].flatMap((id) => listed.filter((each) => each.id === id))
  spaces.sort((one, other) => Number(other.id === visited.space.id) - Number(one.id === visited.space.id))
  const best = await listBestPages(db, spaces, { audience: visited.audience, query, limit: asked.limit, urls })
  const mark = createMarker(query)
  const found: FoundPage[] = []
  for (const each of best) found.push(await toFound(services, each, byId.get(each.space.id)!, mark, byId.size > 1))
  return found
}

/** A preview may show other content than the index has. */
async function asPreviewed(space: SearchedSpace, { entry, contentOf }: VisitedSpace): Promise<SearchedSpace> {
  const shown = entry.preview && (await contentOf(space.id))
  return shown && shown.root !== space.root ? { ...space, root: shown.root, indexedRoot: space.root } : space
}

async function toFound(
  { db }: SiteServices,
  { space, view, page }: BestPage,
  { base, home }: VisitedSpace,
  mark: (text: string) => MarkedText[],
  hasSpaces: boolean,
): Promise<FoundPage> {
  const href = pageHref(base, page.path, page.id === home?.page.id)
  const own = await readContent(db, findPage(view.tree, page.id))
  const above = own ? (await readContent(db, listAncestors(view.tree, own))).reverse() : []
  const sections = page.sections.map(({ id, title, body }) => ({
    anchor: id === page.id ? undefined : id,
    title: mark(title),
    text: mark(body),
  }))
  return {
    spaceId: space.id,
    pageId: page.id,
    title: mark(page.title),
    text: sections.find(({ anchor }) => anchor === undefined)?.text ?? [],
    href,
    where: [...(hasSpaces ? [space.title] : []), ...above.map(({ title }) => title)],
    sections: sections.flatMap(({ anchor, title, text }) =>
      anchor === undefined ? [] : [{ title, text, href: `${href}#${encodeURIComponent(anchor)}` }],
    ),
  }
}
