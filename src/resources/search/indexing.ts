// Keeps the words of pages up to date with what changed.
import { type IndexedPage, type IndexedSpace, insertSearchPages, removeSearchPages } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import type { Changed } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import { listSections } from '../../engine/outline.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Changes } from '../content/indexed-changes.ts'
import { writeSections } from './kept-sections.ts'
import { isSearchable, wordsOf } from './page-words.ts'

export async function updateSearch(db: Db, space: IndexedSpace, { page: pages, documentOf }: Changes): Promise<void> {
  const changed = pages.filter(hasOtherWords)
  const old = changed.flatMap(({ before }) => (before && isSearchable(before) ? [before.id] : []))
  const now = changed.flatMap(({ after }) => (after && isSearchable(after) ? [after] : []))
  await removeSearchPages(db, space.id, old)
  await insertSearchPages(
    db,
    space,
    now.map((page) => toIndexed(page, documentOf(page))),
  )
}

function toIndexed(page: Page, document: Document): IndexedPage {
  const sections = listSections(document)
  return { pageId: page.id, words: wordsOf(page, sections), sections: writeSections(sections) }
}

function hasOtherWords({ before, after }: Changed<Page>): boolean {
  if (!before || !after) return true
  if (before.type !== after.type || before.noIndex !== after.noIndex) return true
  return before.document !== after.document || before.title !== after.title || before.description !== after.description
}

export const clearSearch = async (db: Db, spaceId: string): Promise<void> => {
  await db.deleteFrom('search_pages').where('space_id', '=', spaceId).execute()
}
