// How replies show what was found. Titles, paths and sections are read from the content itself, so they are those of
// the current revision whatever happened since a page was indexed.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { listSections, type Section } from '../../engine/outline.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import type { Urls } from '../../server/urls.ts'
import { readDocuments } from '../content/indexed-changes.ts'
import { readContent } from '../content/revisions.ts'
import { type Finder, finderOf } from './excerpt.ts'
import type { PageResult } from './schemas.ts'

const MOST_SECTIONS = 5

interface FoundPage {
  page: Page
  path: string
  document: Document
}

/** The pages with these ids in the content at `root`, as results of the query; one that is gone is left out. */
export async function showPages(
  db: Db,
  {
    spaceId,
    root,
    pageIds,
    query,
    urls,
  }: { spaceId: string; root: Hash; pageIds: string[]; query: string; urls: Urls },
): Promise<Static<typeof PageResult>[]> {
  const finder = finderOf(query)
  const found = await readContent(db, readFound(root, pageIds))
  return found.map(({ page, path, document }) => {
    const app = urls.app(`/spaces/${spaceId}/pages/${page.id}`)
    const sections = chooseSections(listSections(document), finder)
    return {
      id: page.id,
      title: page.title,
      path,
      sections: sections.map((section) => toSection(section, { page, path, document }, finder, app)),
      urls: { app },
    }
  })
}

function* readFound(root: Hash, pageIds: readonly string[]): Reading<FoundPage[]> {
  const tree = openTree(root)
  const pages = yield* findPages(tree, pageIds)
  const documents = yield* readDocuments(pages.flatMap(({ document }) => document ?? []))
  const found: FoundPage[] = []
  for (const page of pages) {
    const document = documents.get(page.document ?? '') ?? EMPTY_DOCUMENT
    found.push({ page, path: yield* pathOf(tree, page), document })
  }
  return found
}

/** Those that have most of the words, in the order of the page; the first when the words are in the title alone. */
function chooseSections(sections: readonly Section[], finder: Finder): Section[] {
  const counted = sections.map((section) => ({ section, count: finder.count(`${section.title}\n${section.text}`) }))
  const best = new Set(
    counted
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count)
      .slice(0, MOST_SECTIONS)
      .map(({ section }) => section),
  )
  return best.size > 0 ? sections.filter((section) => best.has(section)) : sections.slice(0, 1)
}

/** What comes before the first heading is found as a section that is named like the page. */
function toSection({ anchor, title, text }: Section, { page, path }: FoundPage, finder: Finder, app: string) {
  const fragment = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`
  return {
    id: anchor ?? page.id,
    title: anchor === undefined ? page.title : title,
    path: path + fragment,
    body: finder.excerpt(text),
    urls: { app: app + fragment },
  }
}
