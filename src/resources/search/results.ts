// Presents search results. Titles and paths come from the content itself, so they are current even if a page was
// renamed or moved after it was indexed.
import type { Static } from 'typebox'
import type { SearchHit } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import { type IndexedSection, readSections } from '../../domain/documents/index.ts'
import { readContent, type View } from '../../domain/revisions/index.ts'
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Urls } from '../../server/urls.ts'
import { createMatcher, type Matcher, type TextMatch } from './excerpt.ts'
import type { PageResult } from './schemas.ts'
import { loadVisibleSections } from './visible-sections.ts'

const MAX_SECTIONS = 3

export interface ResultContext {
  spaceId: string
  /** The current content of the space as the caller sees it. */
  view: View
  query: string
  urls: Urls
}

interface FoundPage {
  page: Page
  path: string
}

/** Presents matching pages. Pages that were deleted in the meantime are left out. */
export async function showPages(
  db: Db,
  found: readonly SearchHit[],
  showing: ResultContext,
): Promise<Static<typeof PageResult>[]> {
  const { view, query } = showing
  const { audience } = view
  const look = createMatcher(query)
  const ids = found.map(({ page_id }) => page_id)
  const indexed = new Map(found.map((row) => [row.page_id, row.sections]))
  const results = []
  for (const place of await readContent(db, readFound(view.tree, ids))) {
    const sections =
      audience === 'everything'
        ? readSections(indexed.get(place.page.id)!)
        : await loadVisibleSections(db, view, place.page, audience)
    results.push(toResult(place, chooseSections(sections, look), showing))
  }
  return results
}

function toResult({ page, path }: FoundPage, sections: readonly MatchedSection[], { spaceId, urls }: ResultContext) {
  const app = urls.app(`/spaces/${spaceId}/pages/${page.id}`)
  return {
    id: page.id,
    title: page.title,
    path,
    sections: sections.map((section) => toSection(section, { page, path }, app)),
    urls: { app },
  }
}

function* readFound(tree: Tree, ids: readonly string[]): Reading<FoundPage[]> {
  const found: FoundPage[] = []
  for (const page of yield* findPages(tree, ids)) found.push({ page, path: yield* pathOf(tree, page) })
  return found
}

type MatchedSection = IndexedSection & Pick<TextMatch, 'excerpt'>

/**
 * The sections with the most matching words, in page order; the first section if only the title matches. Sections that
 * are named as the query come first.
 */
function chooseSections(sections: readonly IndexedSection[], look: Matcher): MatchedSection[] {
  const seen = sections.map((section) => ({ ...look(section.title, section.text), ...section }))
  const byName = (one: Named, other: Named) => Number(other.isNamed) - Number(one.isNamed)
  const best = seen
    .filter(({ count }) => count > 0)
    .sort((one, other) => byName(one, other) || other.count - one.count)
    .slice(0, MAX_SECTIONS)
  return best.length > 0 ? seen.filter((section) => best.includes(section)).sort(byName) : seen.slice(0, 1)
}

type Named = Pick<TextMatch, 'isNamed'>

/** The text before the first heading is a section with the title of the page. */
function toSection({ anchor, title, excerpt }: MatchedSection, { page, path }: FoundPage, app: string) {
  const fragment = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`
  return {
    id: anchor ?? page.id,
    title: anchor === undefined ? page.title : title,
    path: path + fragment,
    body: excerpt(),
    urls: { app: app + fragment },
  }
}
