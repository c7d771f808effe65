// Search in the spaces of a site as the caller sees them: spaces with the best matches first, each with its best pages.
import type { Page } from '../../db/keyset.ts'
import { isAmong, type SearchHit } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import { type Audience, openView, type View } from '../../domain/revisions/index.ts'
import type { Urls } from '../../server/urls.ts'
import type { SearchedSpace } from './indexed-spaces.ts'
import { findBestLevels, takeBest, takeMatches } from './matches.ts'
import { showPages } from './results.ts'
import { MAX_PAGES_PER_SPACE } from './spaces.ts'
import { listVisibleMatches } from './visible-matches.ts'

interface SearchRequest {
  audience: Audience
  query: string
  page: Page
  urls: Urls
}

interface VisibleSpace {
  space: SearchedSpace
  view: View
  /** Absent if the index alone has the answer. */
  matches?: SearchHit[]
}

export async function showVisibleSpaces(db: Db, spaces: readonly SearchedSpace[], request: SearchRequest) {
  const { query, page, urls } = request
  const numbers = spaces.map(({ number }) => number)
  const levels = await findBestLevels(db, query, isAmong(db, numbers))
  const seen = await lookInto(
    db,
    spaces.filter(({ number }) => levels.has(number)),
    request,
    levels,
  )
  const { rows, count, next } = takeBest(levels, query, page)
  const items = []
  for (const number of rows) {
    const { space, view, matches } = seen.get(number)!
    const { id, title } = space
    const found =
      matches ?? (await takeMatches(db, space.number, query, { limit: MAX_PAGES_PER_SPACE, after: undefined })).rows
    items.push({ id, title, pages: await showPages(db, found, { spaceId: id, view, query, urls }) })
  }
  return { items, count, next }
}

/** Corrects the levels of spaces whose content has conditions. Spaces without a visible match lose theirs. */
async function lookInto(
  db: Db,
  spaces: readonly SearchedSpace[],
  { audience, query }: SearchRequest,
  levels: Map<number, number>,
): Promise<Map<number, VisibleSpace>> {
  const seen = new Map<number, VisibleSpace>()
  for (const space of spaces) {
    const view = await openView(db, audience, space)
    seen.set(space.number, { space, view })
    if (view.hiddenPages.length + view.adaptivePages.length === 0) continue
    const matches = await listVisibleMatches(db, { number: space.number, view }, query, MAX_PAGES_PER_SPACE)
    if (matches.length === 0) levels.delete(space.number)
    else levels.set(space.number, matches[0]!.level)
    seen.set(space.number, { space, view, matches })
  }
  return seen
}
