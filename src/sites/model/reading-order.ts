// The order in which pages are read: each page before those below it. Only the pages on the way are loaded, so that a
// large space costs what a small one does.
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { childKey } from '../../engine/tree/keys.ts'
import { findPage, findPageByPath, findPages, listChildKeys, listChildren, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'

/** A page and its path. */
export interface Located {
  page: Page
  path: string
}

function* locate(tree: Tree, page: Page | undefined): Reading<Located | undefined> {
  return page && { page, path: yield* pathOf(tree, page) }
}

export function* findByPath(tree: Tree, path: string): Reading<Located | undefined> {
  return yield* locate(tree, yield* findPageByPath(tree, path))
}

export function* listShown(tree: Tree, parent: string): Reading<Page[]> {
  return (yield* listChildren(tree, parent)).filter(({ hidden }) => !hidden)
}

/** Where to look on a level: forwards or backwards from a place among its pages, or from its beginning or end. */
interface Way {
  towards: 'end' | 'beginning'
  from?: Pick<Page, 'id' | 'position'> | undefined
}

/** A level may have thousands of pages, and one of the nearest few is usually what is looked for. */
const FEW = 5

/** What `find` finds in the first page of a level that has it, among those that are shown. */
function* findAlong(
  tree: Tree,
  parent: string,
  { towards, from }: Way,
  find: (tree: Tree, page: Page) => Reading<Page | undefined>,
): Reading<Page | undefined> {
  let last = from
  for (let limit = FEW; ; limit *= 4) {
    const edge = last && childKey({ parent, position: last.position }, last.id)
    const window = towards === 'end' ? { after: edge, limit } : { before: edge, limit, reverse: true }
    const keys = yield* listChildKeys(tree, parent, window)
    const ids = keys.map(({ id }) => id)
    for (const page of yield* findPages(tree, ids)) {
      const found = page.hidden ? undefined : yield* find(tree, page)
      if (found) return found
    }
    if (keys.length < limit) return undefined
    last = keys.at(-1)
  }
}

/** The first document of a page and those below it. */
function* firstIn(tree: Tree, page: Page): Reading<Page | undefined> {
  if (page.type === 'document') return page
  return page.type === 'group' ? yield* findAlong(tree, page.id, { towards: 'end' }, firstIn) : undefined
}

/** The last document of a page and those below it. */
function* lastIn(tree: Tree, page: Page): Reading<Page | undefined> {
  if (page.type !== 'document' && page.type !== 'group') return undefined
  const below = yield* findAlong(tree, page.id, { towards: 'beginning' }, lastIn)
  return below ?? (page.type === 'document' ? page : undefined)
}

/** The first document on a level after a place, or the last one before it, with those below its pages. */
export function* findBeside(tree: Tree, parent: string, way: Way): Reading<Located | undefined> {
  return yield* locate(tree, yield* findAlong(tree, parent, way, way.towards === 'end' ? firstIn : lastIn))
}

/** The page at the address of the space: its first document. */
export const findHome = (tree: Tree): Reading<Located | undefined> => findBeside(tree, '', { towards: 'end' })

export function* findNext(tree: Tree, page: Page): Reading<Located | undefined> {
  const below = yield* findBeside(tree, page.id, { towards: 'end' })
  if (below) return below
  for (
    let from: Page | undefined = page;
    from;
    from = from.parent === '' ? undefined : yield* findPage(tree, from.parent)
  ) {
    const found: Located | undefined = yield* besideShown(tree, from, 'end')
    if (found) return found
  }
  return undefined
}

export function* findPrevious(tree: Tree, page: Page): Reading<Located | undefined> {
  for (let from: Page | undefined = page; from; ) {
    const found: Located | undefined = yield* besideShown(tree, from, 'beginning')
    if (found) return found
    const above: Page | undefined = from.parent === '' ? undefined : yield* findPage(tree, from.parent)
    if (above?.type === 'document') return yield* locate(tree, above)
    from = above
  }
  return undefined
}

/** A page that is not shown has no place among the others. */
function* besideShown(tree: Tree, from: Page, towards: Way['towards']): Reading<Located | undefined> {
  return from.hidden ? undefined : yield* findBeside(tree, from.parent, { towards, from })
}
