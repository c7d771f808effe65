// Search across the spaces of an organization: spaces with the best matches first, each with its best pages.
import type { Viewer } from '../../access/visibility.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { openView } from '../../domain/revisions/index.ts'
import type { Urls } from '../../server/urls.ts'
import { isVisible, loadSpaces } from './indexed-spaces.ts'
import { findBestLevels, takeBest, takeMatches } from './matches.ts'
import { showPages } from './results.ts'

export const MAX_PAGES_PER_SPACE = 10

export async function showSpaces(db: Db, viewer: Viewer, query: string, page: Page, urls: Urls) {
  const { rows, count, next } = takeBest(await findBestLevels(db, query, isVisible(viewer)), query, page)
  const items = []
  for (const { number, id, title, root } of await loadSpaces(db, rows)) {
    const { rows } = await takeMatches(db, number, query, { limit: MAX_PAGES_PER_SPACE, after: undefined })
    const view = await openView(db, 'everything', { space_id: id, root })
    items.push({ id, title, pages: await showPages(db, rows, { spaceId: id, view, query, urls }) })
  }
  return { items, count, next }
}
