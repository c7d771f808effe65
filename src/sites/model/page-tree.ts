// The tree of pages beside an article: the top level, and the branches that lead to the page.
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPage, listAncestors, listChildKeys, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { listShown } from './reading-order.ts'

export interface TreeItem {
  page: Page
  path: string
  /** The page that is read. */
  isCurrent: boolean
  /** It has pages below it that are not listed. */
  isClosed: boolean
  items: TreeItem[]
}

/** More pages on one level are left to the search. */
const MAX_ITEMS = 1000

/** The pages of the top level, and those of the branches to the current page. */
export function* readTree(tree: Tree, current: Page | undefined): Reading<TreeItem[]> {
  const ancestors = current ? yield* listAncestors(tree, current) : []
  const open = new Set([current?.id, ...ancestors.map(({ id }) => id)])
  return yield* readLevel(tree, '', '', { open, current })
}

/** The pages below a page; undefined if there is no such page in the tree. */
export function* readBranch(tree: Tree, id: string): Reading<TreeItem[] | undefined> {
  const page = yield* findPage(tree, id)
  if (!page || (yield* isHidden(tree, page))) return undefined
  const path = yield* pathOf(tree, page)
  return yield* readLevel(tree, id, path === '' ? '' : `${path}/`, { open: new Set(), current: undefined })
}

function* isHidden(tree: Tree, page: Page): Reading<boolean> {
  return [page, ...(yield* listAncestors(tree, page))].some(({ hidden }) => hidden === true)
}

interface Opened {
  open: ReadonlySet<string | undefined>
  current: Page | undefined
}

function* readLevel(tree: Tree, parent: string, prefix: string, { open, current }: Opened): Reading<TreeItem[]> {
  const items: TreeItem[] = []
  for (const page of (yield* listShown(tree, parent)).slice(0, MAX_ITEMS)) {
    const path = page.ownPath ?? (page.slug ? `${prefix}${page.slug}` : prefix.slice(0, -1))
    const isOpen = open.has(page.id) || page.type === 'group'
    const below = isOpen ? yield* readLevel(tree, page.id, path === '' ? '' : `${path}/`, { open, current }) : []
    const isClosed = !isOpen && (yield* listChildKeys(tree, page.id, { limit: 1 })).length > 0
    items.push({ page, path, isCurrent: page.id === current?.id, isClosed, items: below })
  }
  return items
}
