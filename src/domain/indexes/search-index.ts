// Updates the search index from changes.
import { removeSome } from '../../db/bulk.ts'
import { type IndexedPage, type IndexedSpace, replaceSearchPages } from '../../db/search-index.ts'
import type { Db } from '../../db/tables.ts'
import type { Changed } from '../../engine/diff.ts'
import type { Page } from '../../engine/tree/records.ts'
import { isSearchable } from '../documents/index.ts'
import type { ContentChanges } from '../revisions/index.ts'
import { toIndexed } from './shown-operations.ts'

const PAGES = { name: 'search_pages', key: ['id'] }

export async function updateSearch(
  db: Db,
  space: IndexedSpace,
  { page: pages, factsOf }: ContentChanges,
): Promise<void> {
  const changed = pages.filter(mayChangeWords)
  const old = changed.flatMap(({ before }) => (before && isSearchable(before) ? [before.id] : []))
  const now = changed.flatMap(({ after }) => (after && isSearchable(after) ? [after] : []))
  const indexed: IndexedPage[] = []
  for (const page of now) indexed.push(await toIndexed(db, space, page, factsOf(page)))
  await replaceSearchPages(db, space, old, indexed)
}

const INDEXED_FIELDS = ['type', 'noIndex', 'document', 'title', 'slug', 'description'] as const

function mayChangeWords({ before, after }: Changed<Page>): boolean {
  if (!before || !after) return true
  return INDEXED_FIELDS.some((field) => before[field] !== after[field]) || before.git?.path !== after.git?.path
}

/** Removes some pages; true when none are left. */
export const clearSearch = (db: Db, spaceId: string): Promise<boolean> => removeSome(db, PAGES, spaceId)
