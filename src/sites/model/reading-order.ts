// The order in which pages are read: each page before those below it. Only the pages on the way are loaded, so that a
// large space costs what a small one does.
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPage, listChildren, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'

/** A page and its path. */
export interface Located {
  page: Page
  path: string
}

function* locate(tree: Tree, page: Page | undefined): Reading<Located | undefined> {
  return page && { page, path: yield* pathOf(tree, page) }
}

export function* listShown(tree: Tree, parent: string): Reading<Page[]> {
  return (yield* listChildren(tree, parent)).filter(({ hidden }) => !hidden)
}

/** The first document among these pages and those below them. */
function* firstIn(tree: Tree, pages: readonly Page[]): Reading<Page | undefined> {
  for (const page of pages) {
    if (page.type === 'document') return page
    const found: Page | undefined =
      page.type === 'group' ? yield* firstIn(tree, yield* listShown(tree, page.id)) : undefined
    if (found) return found
  }
  return undefined
}

/** The last document among these pages and those below them. */
function* lastIn(tree: Tree, pages: readonly Page[]): Reading<Page | undefined> {
  for (const page of [...pages].reverse()) {
    if (page.type !== 'document' && page.type !== 'group') continue
    const below: Page | undefined = yield* lastIn(tree, yield* listShown(tree, page.id))
    if (below) return below
    if (page.type === 'document') return page
  }
  return undefined
}

/** The page at the address of the space: its first document. */
export function* findHome(tree: Tree): Reading<Located | undefined> {
  // It is usually among the first few; every request looks for it, and a level may have thousands.
  const few = (yield* listChildren(tree, '', { limit: FEW })).filter(({ hidden }) => !hidden)
  const home = (yield* firstIn(tree, few)) ?? (yield* firstIn(tree, yield* listShown(tree, '')))
  return yield* locate(tree, home)
}

const FEW = 5

export function* findNext(tree: Tree, page: Page): Reading<Located | undefined> {
  const below = yield* firstIn(tree, yield* listShown(tree, page.id))
  if (below) return yield* locate(tree, below)
  for (
    let from: Page | undefined = page;
    from;
    from = from.parent === '' ? undefined : yield* findPage(tree, from.parent)
  ) {
    const { id } = from
    const beside: Page[] = yield* listShown(tree, from.parent)
    const at = beside.findIndex((each) => each.id === id)
    const found: Page | undefined = at === -1 ? undefined : yield* firstIn(tree, beside.slice(at + 1))
    if (found) return yield* locate(tree, found)
  }
  return undefined
}

export function* findPrevious(tree: Tree, page: Page): Reading<Located | undefined> {
  for (let from: Page | undefined = page; from; ) {
    const { id, parent }: Page = from
    const beside: Page[] = yield* listShown(tree, parent)
    const at = beside.findIndex((each) => each.id === id)
    const found: Page | undefined = at === -1 ? undefined : yield* lastIn(tree, beside.slice(0, at))
    if (found) return yield* locate(tree, found)
    const above: Page | undefined = parent === '' ? undefined : yield* findPage(tree, parent)
    if (above?.type === 'document') return yield* locate(tree, above)
    from = above
  }
  return undefined
}
