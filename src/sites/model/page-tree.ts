// The tree of pages beside an article: the top level, and the branches that lead to the page. Long levels are shown in
// parts, so that a page of a large space costs what one of a small space does; links lead to what is before and after.
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import {
  countBefore,
  countChildren,
  findPage,
  findPages,
  findParents,
  listAncestors,
  listChildKeys,
  pathOf,
} from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { findBeside } from './reading-order.ts'

export interface TreeItem {
  page: Page
  path: string
  /** The page that is read. */
  isCurrent: boolean
  /** It has pages below it that are not listed. */
  isClosed: boolean
  items: TreeItem[]
  /** Present if the item stands for pages that are not listed; `page` is the nearest of them. */
  rest?: Rest | undefined
}

/** The pages of a level from a place on, or up to it. */
export type Rest = { parent: string } & Part

export type Part = { from: number } | { to: number }

/** A level of more pages is listed in parts of this size. */
const MAX_WHOLE = 100
const PART_SIZE = 50
/** Groups are open everywhere; when they list more pages than this together, the rest lists its first page alone. */
const MAX_IN_GROUPS = 500

/** The pages of the top level, and those of the branches to the current page. */
export function* readTree(tree: Tree, current: Page | undefined): Reading<TreeItem[]> {
  const open = current ? [current, ...(yield* listAncestors(tree, current))] : []
  const drawing = { open: new Map(open.map((page) => [page.parent, page])), current, leftInGroups: MAX_IN_GROUPS }
  return yield* readLevel(tree, { id: '', path: '' }, drawing)
}

/** The pages below a page, or a part of them or of the top level; undefined if there is no such page in the tree. */
export function* readBranch(tree: Tree, id: string, part?: Part): Reading<TreeItem[] | undefined> {
  const page = id === '' ? undefined : yield* findPage(tree, id)
  const isThere = id === '' ? part !== undefined : page !== undefined && !(yield* isHidden(tree, page))
  if (!isThere) return undefined
  const above = { id, path: page ? yield* pathOf(tree, page) : '' }
  const drawing = { open: new Map(), current: undefined, leftInGroups: MAX_IN_GROUPS }
  return part ? yield* readPart(tree, above, drawing, part, PART_SIZE) : yield* readLevel(tree, above, drawing)
}

function* isHidden(tree: Tree, page: Page): Reading<boolean> {
  return [page, ...(yield* listAncestors(tree, page))].some(({ hidden }) => hidden === true)
}

interface Above {
  id: string
  path: string
}

interface Drawing {
  /** The pages that lead to the current one, by their parent. */
  open: ReadonlyMap<string, Page>
  current: Page | undefined
  leftInGroups: number
}

/**
 * A level, or the part of it in which the open page is. Parts are the same on every page, so that the tree keeps its
 * place while somebody reads on.
 */
function* readLevel(tree: Tree, above: Above, drawing: Drawing, most = MAX_WHOLE): Reading<TreeItem[]> {
  const open = drawing.open.get(above.id)
  const count = yield* countChildren(tree, above.id)
  if (count <= (open ? MAX_WHOLE : most)) return yield* readPart(tree, above, drawing, { from: 0 }, count)
  const place = open && !open.hidden ? yield* countBefore(tree, open) : 0
  const from = place - (place % PART_SIZE)
  const items = yield* readPart(tree, above, drawing, { from }, open ? PART_SIZE : Math.min(PART_SIZE, most))
  const before = yield* readRest(tree, above, { to: from })
  return before ? [before, ...items] : items
}

function* readPart(tree: Tree, above: Above, drawing: Drawing, part: Part, size: number): Reading<TreeItem[]> {
  const skip = 'from' in part ? part.from : Math.max(0, part.to - size)
  const limit = 'from' in part ? size : part.to - skip
  const keys = yield* listChildKeys(tree, above.id, { skip, limit })
  const ids = keys.map(({ id }) => id)
  const pages = (yield* findPages(tree, ids)).filter(({ hidden }) => !hidden)
  const parents = yield* findParents(tree, pages)
  const items: TreeItem[] = []
  for (const page of pages) {
    const path = page.ownPath ?? [above.path, page.slug].filter(Boolean).join('/')
    const below = parents.has(page) ? yield* readBelow(tree, page, path, drawing) : []
    const isCurrent = page.id === drawing.current?.id
    items.push({ page, path, isCurrent, isClosed: below === undefined, items: below ?? [] })
  }
  const link = yield* readRest(tree, above, 'from' in part ? { from: skip + limit } : { to: skip })
  if (!link) return items
  return 'from' in part ? [...items, link] : [link, ...items]
}

/** The pages below a page that are listed with it; undefined if it is closed. */
function* readBelow(tree: Tree, page: Page, path: string, drawing: Drawing): Reading<TreeItem[] | undefined> {
  const above = { id: page.id, path }
  const isOpen = page.id === drawing.current?.id || drawing.open.get(page.parent)?.id === page.id
  if (isOpen) return yield* readLevel(tree, above, drawing)
  if (page.type !== 'group') return undefined
  const items = yield* readLevel(tree, above, drawing, Math.min(MAX_WHOLE, Math.max(1, drawing.leftInGroups)))
  drawing.leftInGroups -= items.length
  return items
}

/** The link to the pages of a level that are not listed; undefined if there are none that can be read. */
function* readRest(tree: Tree, { id: parent }: Above, part: Part): Reading<TreeItem | undefined> {
  const isAfter = 'from' in part
  const place = isAfter ? part.from : part.to
  if (isAfter ? (yield* countChildren(tree, parent)) <= place : place === 0) return undefined
  const [from] = yield* listChildKeys(tree, parent, { skip: isAfter ? place - 1 : place, limit: 1 })
  const nearest = yield* findBeside(tree, parent, { towards: isAfter ? 'end' : 'beginning', from })
  return nearest && { ...nearest, isCurrent: false, isClosed: false, items: [], rest: { parent, ...part } }
}
