// Search in a space whose content has conditions, as if the parts hidden from the visitor did not exist. The index
// covers pages without conditions. For pages with conditional blocks the index contains hidden words too, so those
// pages are matched against the content the visitor sees.
import { listMatches } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import { queryLevelsOf } from '../../domain/documents/index.ts'
import { readContent, type View } from '../../domain/revisions/index.ts'
import { findPages } from '../../engine/tree/pages.ts'
import type { SearchTerm } from '../../lib/words.ts'
import { matchChanged } from './changed-pages.ts'
import { listBest } from './matches.ts'
import { findMatchingPages, MAX_EVALUATED, type VisibleMatch } from './visible-pages.ts'

interface SeenSpace {
  /** The number of the space in the index. */
  number: number
  view: View
  /** Pages that differ from the content of the index. */
  changed?: readonly string[]
}

/** The best matches, at most `limit`. */
export async function listVisibleMatches(
  db: Db,
  { number, view, changed = [] }: SeenSpace,
  query: string,
  limit: number,
): Promise<VisibleMatch[]> {
  const without = [...view.hiddenPages, ...view.adaptivePages, ...changed]
  const levels = queryLevelsOf(query)
  const found = [
    ...(await listBest(db, number, query, { limit, without })),
    ...(await listAdaptive(db, { number, view, changed }, levels)),
    ...(await matchChanged(db, view, changed, levels)),
  ]
  return found.sort((one, other) => one.level - other.level || one.id - other.id).slice(0, limit)
}

async function listAdaptive(
  db: Db,
  { number, view, changed }: SeenSpace & { changed: readonly string[] },
  levels: SearchTerm[][],
): Promise<VisibleMatch[]> {
  const isChanged = new Set(changed)
  const among = view.adaptivePages.filter((id) => !isChanged.has(id))
  if (view.audience === 'everything' || among.length === 0 || levels.length === 0) return []
  const rows = await listMatches(db, { all: levels.at(-1)! }, number, { limit: MAX_EVALUATED, among })
  const byPage = new Map(rows.map((row) => [row.page_id, row]))
  const pages = await readContent(db, findPages(view.tree, [...byPage.keys()]))
  const found = await findMatchingPages(db, view, pages, levels)
  return found.map(({ page, level }) => ({ ...byPage.get(page.id)!, level }))
}
