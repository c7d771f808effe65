// Search over many spaces: the spaces with the best matches first, each with its best pages.
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { loadSpaces } from './indexed.ts'
import { takeMatches, takeSpaces } from './matching.ts'
import { type Reader, showPages } from './results.ts'

const PAGES_OF_SPACE = 10

/** `reader`: the visitor of a site for whom what is found is shown. */
export async function showSpaces(
  db: Db,
  spaces: readonly { number: number }[],
  query: string,
  page: Page,
  urls: Urls,
  reader?: Reader,
) {
  const numbers = spaces.map(({ number }) => number)
  const { rows, count, next } = await takeSpaces(db, numbers, query, page)
  const items = []
  for (const { number, id, title, root } of await loadSpaces(db, rows)) {
    const { rows } = await takeMatches(db, number, query, { limit: PAGES_OF_SPACE, after: undefined })
    items.push({ id, title, pages: await showPages(db, rows, { spaceId: id, root, query, urls, reader }) })
  }
  return { items, count, next }
}
