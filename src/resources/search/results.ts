// How replies show what was found. Titles and paths are read from the content itself, so they are those of the current
// revision whatever was renamed or moved since a page was indexed.
import type { Static } from 'typebox'
import type { Found } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { listSections } from '../../engine/outline.ts'
import type { Reading } from '../../engine/reading.ts'
import { loadVariables } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Urls } from '../../server/urls.ts'
import { loadStored } from '../content/documents.ts'
import { evaluate } from '../content/evaluation.ts'
import { readContent } from '../content/revisions.ts'
import { type Look, lookFor, type Sight } from './excerpt.ts'
import { type KeptSection, readSections } from './kept-sections.ts'
import type { PageResult } from './schemas.ts'

const MOST_SECTIONS = 3

export interface Showing {
  spaceId: string
  /** The current content of the space. */
  root: Hash
  query: string
  urls: Urls
  reader?: Reader | undefined
}

/** A visitor of a site: what its conditions hide from this visitor is not found. */
export interface Reader {
  claims: Record<string, unknown>
}

interface FoundPage {
  page: Page
  path: string
}

/** Found pages as results of the query; one that is gone meanwhile is left out. */
export async function showPages(
  db: Db,
  found: readonly Found[],
  showing: Showing,
): Promise<Static<typeof PageResult>[]> {
  const { root, query, reader } = showing
  const look = lookFor(query)
  const ids = found.map(({ page_id }) => page_id)
  const indexed = new Map(found.map((row) => [row.page_id, row.sections]))
  const results = []
  for (const place of await readContent(db, readFound(root, ids))) {
    const sections = reader
      ? await readVisible(db, root, place.page, reader)
      : readSections(indexed.get(place.page.id)!)
    if (reader && !isFound(place.page, sections, look)) continue
    results.push(toResult(place, chooseSections(sections, look), showing))
  }
  return results
}

function toResult({ page, path }: FoundPage, sections: readonly Seen[], { spaceId, urls }: Showing) {
  const app = urls.app(`/spaces/${spaceId}/pages/${page.id}`)
  return {
    id: page.id,
    title: page.title,
    path,
    sections: sections.map((section) => toSection(section, { page, path }, app)),
    urls: { app },
  }
}

/** The sections of a page as such a visitor reads them. */
async function readVisible(db: Db, root: Hash, page: Page, { claims }: Reader): Promise<KeptSection[]> {
  const document = await loadStored(db, page.document)
  const variables = await readContent(db, loadVariables(openTree(root)))
  const known = { space: { vars: variables }, page: { vars: page.variables ?? {} }, visitor: { claims } }
  const rule = { known, leaves: false }
  return listSections(evaluate(document, { inlines: rule, conditions: rule }))
}

const isFound = (page: Page, sections: readonly KeptSection[], look: Look): boolean =>
  look(page.title, page.description ?? '').count > 0 ||
  sections.some((section) => look(section.title, section.text).count > 0)

function* readFound(root: Hash, ids: readonly string[]): Reading<FoundPage[]> {
  const tree = openTree(root)
  const found: FoundPage[] = []
  for (const page of yield* findPages(tree, ids)) found.push({ page, path: yield* pathOf(tree, page) })
  return found
}

type Seen = KeptSection & Pick<Sight, 'excerpt'>

/** Those that have most of the words, in the order of the page; the first when the words are in the title alone. */
function chooseSections(sections: readonly KeptSection[], look: Look): Seen[] {
  const seen = sections.map((section) => ({ ...section, ...look(section.title, section.text) }))
  const best = seen
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_SECTIONS)
  return best.length > 0 ? seen.filter((section) => best.includes(section)) : seen.slice(0, 1)
}

/** What comes before the first heading is found as a section that is named like the page. */
function toSection({ anchor, title, excerpt }: Seen, { page, path }: FoundPage, app: string) {
  const fragment = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`
  return {
    id: anchor ?? page.id,
    title: anchor === undefined ? page.title : title,
    path: path + fragment,
    body: excerpt(),
    urls: { app: app + fragment },
  }
}
