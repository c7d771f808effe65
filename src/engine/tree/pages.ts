// Reads the pages of a tree: by id, by path, by parent, or all.

import { groupBy } from '../group.ts'
import type { Reading } from '../reading.ts'
import { countValues, findPrefixes, findValue, findValues, listValues, type Tree, type Window } from './draft.ts'
import { childKey, childrenPrefix, PAGES, pageKey, parseChildKey, pathKey, slugKey } from './keys.ts'
import type { Page } from './records.ts'

/** A page with its path and its child pages, in order. */
export interface PageNode {
  page: Page
  path: string
  pages: PageNode[]
}

export function* findPage(tree: Tree, id: string): Reading<Page | undefined> {
  return yield* findValue<Page>(tree, pageKey(id))
}

/** Returns the pages with these ids, in the order of `ids`, without missing ones. */
export function* findPages(tree: Tree, ids: readonly string[]): Reading<Page[]> {
  const found = yield* findValues<Page>(tree, ids.map(pageKey))
  return ids.flatMap((id) => found.get(pageKey(id)) ?? [])
}

/** Finds the page at a path such as `guides/first-steps`. Case and slashes at either end are ignored. */
export function* findPageByPath(tree: Tree, path: string): Reading<Page | undefined> {
  const slugs = path.toLowerCase().split('/').filter(Boolean)
  const wanted = slugs.join('/')
  const starts = yield* listStarts(tree, slugs)
  for (const { parent, rest } of starts) {
    const page = yield* descend(tree, parent, rest)
    // Below a page with an own path, slugs from the top level do not form a path.
    if (page && (yield* pathOf(tree, page)) === wanted) return page
  }
  return undefined
}

/** The possible start points of a path: pages whose own path is a prefix of it, longest first, then the top level. */
function* listStarts(tree: Tree, slugs: readonly string[]): Reading<{ parent: string; rest: string[] }[]> {
  const prefixes = slugs.map((_, at) => pathKey(slugs.slice(0, at + 1).join('/')))
  const own = yield* findValues<string>(tree, prefixes)
  const starts = prefixes.map((key, at) => ({ parent: own.get(key), rest: slugs.slice(at + 1) }))
  const found = starts.filter((start): start is { parent: string; rest: string[] } => start.parent !== undefined)
  return [...found.reverse(), { parent: '', rest: [...slugs] }]
}

function* descend(tree: Tree, from: string, slugs: readonly string[]): Reading<Page | undefined> {
  let parent = from
  for (const slug of slugs) {
    const id = yield* findValue<string>(tree, slugKey(parent, slug))
    if (id === undefined) return undefined
    parent = id
  }
  return parent === '' ? undefined : yield* findPage(tree, parent)
}

/** Lists the ancestors of a page, nearest first. */
export function* listAncestors(tree: Tree, page: Page): Reading<Page[]> {
  const ancestors: Page[] = []
  let parent = page.parent
  while (parent !== '') {
    const next: Page | undefined = yield* findPage(tree, parent)
    if (!next) break
    ancestors.push(next)
    parent = next.parent
  }
  return ancestors
}

/** Returns the path of a page: its own path, or the slugs from the top level down. Pages without a slug are skipped. */
export function* pathOf(tree: Tree, page: Page): Reading<string> {
  const slugs: string[] = []
  for (const { ownPath, slug } of [page, ...(yield* listAncestors(tree, page))]) {
    if (ownPath !== undefined) return [ownPath, ...slugs].join('/')
    if (slug) slugs.unshift(slug)
  }
  return slugs.join('/')
}

/** Lists ids and positions of the children of `parent` ('' is the top level), in order. */
export function* listChildKeys(
  tree: Tree,
  parent: string,
  window?: Window,
): Reading<{ id: string; position: string }[]> {
  const entries = yield* listValues<string>(tree, childrenPrefix(parent), window)
  return entries.map(([key]) => parseChildKey(key))
}

/** Lists the children of `parent` ('' is the top level), in order. */
export function* listChildren(tree: Tree, parent: string, window?: Window): Reading<Page[]> {
  const children = yield* listChildKeys(tree, parent, window)
  return yield* findPages(
    tree,
    children.map(({ id }) => id),
  )
}

/** Counts the children of `parent` ('' is the top level). */
export const countChildren = (tree: Tree, parent: string): Reading<number> => countValues(tree, childrenPrefix(parent))

/** Those of the pages that have children. */
export function* findParents(tree: Tree, pages: readonly Page[]): Reading<Set<Page>> {
  const found = yield* findPrefixes(
    tree,
    pages.map(({ id }) => childrenPrefix(id)),
  )
  return new Set(pages.filter(({ id }) => found.has(childrenPrefix(id))))
}

/** Counts the pages beside a page that come before it. */
export const countBefore = (tree: Tree, page: Page): Reading<number> =>
  countValues(tree, childrenPrefix(page.parent), { before: childKey(page, page.id) })

/** Lists the page and its descendants, parents before children. */
export function* listSubtree(tree: Tree, page: Page): Reading<Page[]> {
  const pages = [page]
  for (const each of pages) for (const child of yield* listChildren(tree, each.id)) pages.push(child)
  return pages
}

/** Lists every page, sorted by id. */
export function* listPages(tree: Tree): Reading<Page[]> {
  return (yield* listValues<Page>(tree, PAGES)).map(([, page]) => page)
}

/** Loads the whole page tree, in reading order. Reads only page records. */
export function* loadPageTree(tree: Tree): Reading<PageNode[]> {
  return nestPages(yield* listPages(tree))
}

/** Nests a flat list of pages; every parent must be in the list. */
export function nestPages(pages: readonly Page[]): PageNode[] {
  const children = groupBy(pages, (page) => page.parent)
  const nest = (parent: string, prefix: string): PageNode[] =>
    (children.get(parent) ?? []).sort(byPosition).map((page) => {
      const path = page.ownPath ?? (page.slug ? `${prefix}${page.slug}` : prefix.slice(0, -1))
      return { page, path, pages: nest(page.id, path === '' ? '' : `${path}/`) }
    })
  return nest('', '')
}

/** Compares siblings by position. */
export function byPosition(a: Page, b: Page): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  return a.id < b.id ? -1 : 1
}
