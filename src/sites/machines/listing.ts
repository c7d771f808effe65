// The pages of a site in reading order, as the visitor sees them. They are loaded as they are listed, so that a large
// site takes no more memory than a small one.
import type { Db } from '../../db/tables.ts'
import { readInSteps } from '../../domain/revisions/index.ts'
import { siteSpacesIn } from '../../domain/site-structure/index.ts'
import { findPages, listChildKeys } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { markdownHref, pageHref } from '../paths.ts'
import type { DrawingServices } from '../services.ts'
import { openSpace, type VisitedSite, type VisitedSpace } from '../visit.ts'

export interface ListedPage {
  page: Page
  path: string
  href: string
  markdown: string
}

/** The spaces that an address stands for: all of the site at its root, one below. */
export const spacesAt = async (
  services: Pick<DrawingServices, 'db'>,
  visited: VisitedSpace,
): Promise<VisitedSpace[]> => (visited.route.prefix.length > 0 ? [visited] : openSpaces(services, visited))

/** The spaces of a site in the order of its sections. */
export async function openSpaces(services: Pick<DrawingServices, 'db'>, visited: VisitedSite): Promise<VisitedSpace[]> {
  const { structure } = visited
  const spaces: VisitedSpace[] = []
  for (const section of structure.sections.length > 0 ? structure.sections : [undefined])
    for (const siteSpace of siteSpacesIn(structure, section?.id ?? null)) {
      const route = { section, siteSpace, prefix: [], rest: [], complete: true, hasShorterUrl: false }
      const space = await openSpace(services, visited, route)
      if (space) spaces.push(space)
    }
  return spaces
}

/** Pages that search engines may list. */
export const isForRobots = ({ noRobotsIndex }: Page): boolean => !noRobotsIndex

/** Pages that search and assistants may read. */
export const isForAssistants = ({ noIndex }: Page): boolean => !noIndex

/** All documents of a space that have an address, hidden ones too. */
export async function* listAllPages(db: Db, space: VisitedSpace): AsyncGenerator<{ page: Page; path: string }> {
  for await (const located of walk(db, space, '', '', () => true)) if (located.page.type === 'document') yield located
}

const isShown = ({ hidden }: Page): boolean => !hidden

/** The documents of a space; without hidden pages and what is below them. */
export async function* listPages(
  db: Db,
  space: VisitedSpace,
  isListed: (page: Page) => boolean,
): AsyncGenerator<ListedPage> {
  const { base, home } = space
  for await (const { page, path } of walk(db, space, '', '', isShown)) {
    if (page.type !== 'document' || !isListed(page)) continue
    yield { page, path, href: pageHref(base, path, page.id === home?.page.id), markdown: markdownHref(base, path) }
  }
}

const BATCH = 100

async function* walk(
  db: Db,
  space: VisitedSpace,
  parent: string,
  prefix: string,
  isWalked: (page: Page) => boolean,
): AsyncGenerator<{ page: Page; path: string }> {
  const { tree } = space.view
  const keys = await readInSteps(db, listChildKeys(tree, parent))
  for (let at = 0; at < keys.length; at += BATCH) {
    const ids = keys.slice(at, at + BATCH).map(({ id }) => id)
    for (const page of await readInSteps(db, findPages(tree, ids))) {
      if (!isWalked(page)) continue
      const path = page.ownPath ?? (page.slug ? `${prefix}${page.slug}` : prefix.slice(0, -1))
      yield { page, path }
      yield* walk(db, space, page.id, path === '' ? '' : `${path}/`, isWalked)
    }
  }
}
