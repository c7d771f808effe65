// The pages closest to a path that leads nowhere: similar ones beside it, then what a search for its words finds, then
// others beside it.
import type { Db } from '../../db/tables.ts'
import { findPageNodeByPath, readContent, type View } from '../../domain/revisions/index.ts'
import { pageHref } from '../paths.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'
import { type Located, listShown } from './reading-order.ts'
import { searchSite } from './search.ts'

const MAX_FOUND = 5
/** On all levels together. */
const MAX_LOOKED_AT = 2000

/** Less similar pages come after those that a search finds. */
const SIMILAR = 0.4

interface Closest {
  title: string
  href: string
}

/** `isSearching` is false for programs, which try many addresses. */
export async function findClosest(
  services: SiteServices,
  space: VisitedSpace,
  path: string,
  isSearching: boolean,
): Promise<Closest[]> {
  const { base, home, view } = space
  const beside = (await listBeside(services.db, view, path)).map(({ page, path, score }) => ({
    title: page.title,
    href: pageHref(base, path, page.id === home?.page.id),
    score,
  }))
  const similar = beside.filter(({ score }) => score >= SIMILAR)
  const query = isSearching && similar.length < MAX_FOUND ? wordsIn(path) : ''
  const found = (await searchSite(services, space, { query, scope: 'here', limit: MAX_FOUND })).map((each) => ({
    title: each.title.map(({ text }) => text).join(''),
    href: each.href,
  }))
  const all = [...similar, ...found, ...beside]
  return [...new Map(all.map(({ title, href }) => [href, { title, href }])).values()].slice(0, MAX_FOUND)
}

/** The words of the last part of a path. */
const wordsIn = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replaceAll(/[-_.]+/g, ' ')

async function listBeside(db: Db, view: View, path: string): Promise<(Located & { score: number })[]> {
  const segments = path.toLowerCase().split('/').filter(Boolean).slice(0, 20)
  const wanted = segments.at(-1) ?? ''
  const found: (Located & { score: number })[] = []
  for (let depth = segments.length - 1; depth >= 0; depth--) {
    const above = depth === 0 ? undefined : await findPageNodeByPath(db, view, segments.slice(0, depth).join('/'))
    if (depth > 0 && !above) continue
    const prefix = above ? `${above.path}/` : ''
    const pages = await readContent(db, listShown(view.tree, above?.page.id ?? ''))
    for (const page of pages.slice(0, MAX_LOOKED_AT - found.length))
      if (page.slug && page.type === 'document')
        found.push({ page, path: page.ownPath ?? prefix + page.slug, score: similarity(wanted, page.slug) })
  }
  return found
    .sort((one, other) => other.score - one.score)
    .filter(({ page }, at, all) => all.findIndex((each) => each.page.id === page.id) === at)
    .slice(0, MAX_FOUND)
}

/** The share of pairs of letters that two words have in common. */
function similarity(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)]
  const common = [...first].filter((pair) => second.has(pair)).length
  return (2 * common) / Math.max(1, first.size + second.size)
}

const pairsOf = (word: string): Set<string> => {
  const text = ` ${word.slice(0, 200)} `
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}
