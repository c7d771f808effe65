// The best pages among several spaces, as a visitor sees them: exact titles first, whichever space they are in.
import type { Static } from 'typebox'
import { isAmong } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import { type Audience, openView, type View } from '../../domain/revisions/index.ts'
import type { Urls } from '../../server/urls.ts'
import { listChangedPages } from './changed-pages.ts'
import type { SearchedSpace } from './indexed-spaces.ts'
import { findBestLevels } from './matches.ts'
import { showPages } from './results.ts'
import type { PageResult } from './schemas.ts'
import { listVisibleMatches } from './visible-matches.ts'
import type { VisibleMatch } from './visible-pages.ts'

interface BestRequest {
  audience: Audience
  query: string
  limit: number
  urls: Urls
}

export interface BestPage {
  space: SearchedSpace
  view: View
  page: Static<typeof PageResult>
}

/** Of more spaces with matches, only the best are looked into. */
const MAX_SPACES = 30

/** The spaces with the best matches. */
async function listLikely(db: Db, spaces: readonly SearchedSpace[], query: string): Promise<SearchedSpace[]> {
  const numbers = spaces.map(({ number }) => number)
  const levels = await findBestLevels(db, query, isAmong(db, numbers))
  // What the index does not know may match.
  const levelOf = ({ number, indexedRoot }: SearchedSpace) =>
    levels.get(number) ?? (indexedRoot === undefined ? undefined : Number.POSITIVE_INFINITY)
  return spaces
    .filter((space) => levelOf(space) !== undefined)
    .sort((one, other) => levelOf(one)! - levelOf(other)! || 0)
    .slice(0, MAX_SPACES)
}

export async function listBestPages(
  db: Db,
  spaces: readonly SearchedSpace[],
  { audience, query, limit, urls }: BestRequest,
): Promise<BestPage[]> {
  const likely = spaces.length === 1 ? spaces : await listLikely(db, spaces, query)
  const views = new Map<SearchedSpace, View>()
  const found: { space: SearchedSpace; match: VisibleMatch }[] = []
  for (const space of likely) {
    const view = await openView(db, audience, space)
    views.set(space, view)
    const changed = await listChangedPages(db, space)
    const matches = await listVisibleMatches(db, { number: space.number, view, changed }, query, limit)
    found.push(...matches.map((match) => ({ space, match })))
  }
  const order = new Map(spaces.map((space, at) => [space, at]))
  const best = found
    .sort((one, other) => one.match.level - other.match.level || order.get(one.space)! - order.get(other.space)!)
    .slice(0, limit)
  const shown = new Map<string, BestPage>()
  for (const [space, view] of views) {
    const hits = best.filter((each) => each.space === space).map(({ match }) => match)
    const pages = hits.length === 0 ? [] : await showPages(db, hits, { spaceId: space.id, view, query, urls })
    for (const page of pages) shown.set(`${space.id} ${page.id}`, { space, view, page })
  }
  return best.flatMap(({ space, match }) => shown.get(`${space.id} ${match.page_id}`) ?? [])
}
