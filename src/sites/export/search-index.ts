// What the script of an export searches: titles, sections and the beginning of their texts, bounded for the whole site.

import { loadOperationSections } from '../../domain/openapi-specs/index.ts'
import { readContent } from '../../domain/revisions/index.ts'
import { listSections } from '../../engine/outline.ts'
import { listAncestors } from '../../engine/tree/pages.ts'
import { clip } from '../../lib/text.ts'
import { wordsOf } from '../model/frame.ts'
import { loadReadDocument } from '../model/page.ts'
import type { DrawingServices } from '../services.ts'
import type { VisitedPage, VisitedSpace } from '../visit.ts'
import { fileAt } from './local-files.ts'
import type { IndexedPage, IndexedSpace } from './search-contract.ts'

/** Characters of all pages together. */
const MAX_TEXT = 8_000_000
/** Characters of a page: titles of sections and their texts. */
const MAX_PAGE_TEXT = 5000
const MIN_PAGE_TEXT = 100
const MAX_COUNT = 8

export const textOfEach = (pages: number): number =>
  Math.max(MIN_PAGE_TEXT, Math.min(MAX_PAGE_TEXT, Math.floor(MAX_TEXT / Math.max(1, pages))))

export function indexSpace(space: VisitedSpace): IndexedSpace {
  const { search } = wordsOf(space)
  const counts = Array.from({ length: MAX_COUNT + 1 }, (_, count) => (count === 0 ? search.none : search.found(count)))
  return { folder: fileAt(new URL(space.base)).replace(/index\.html$/, ''), title: space.space.title, counts }
}

export async function indexPage(
  { db }: DrawingServices,
  visited: VisitedPage,
  file: string,
  room: number,
): Promise<IndexedPage> {
  const { page, view } = visited
  const above = (await readContent(db, listAncestors(view.tree, page))).reverse()
  let left = room
  const take = (text: string) => {
    const taken = clip(text.replaceAll(/\s+/g, ' ').trim().slice(0, left), left)
    left -= taken.length
    return taken
  }
  const document = await loadReadDocument(db, visited)
  const sections = [...listSections(document), ...(await loadOperationSections(db, view, document))]
  // Titles first: they are what most readers look for.
  const titles = sections.map(({ title }) => take(title))
  const parts = sections.map(({ anchor = '', text }, at): [string, string, string] => [anchor, titles[at]!, take(text)])
  return {
    file,
    title: page.title,
    about: take(page.description ?? ''),
    above: above.map(({ title }) => title),
    sections: parts.filter(([, title, text]) => title !== '' || text !== ''),
  }
}
