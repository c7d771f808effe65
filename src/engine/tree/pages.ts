// Reading the pages of a tree: by id, by path, as children, as a whole.

import { groupBy } from '../group.ts'
import type { Reading } from '../reading.ts'
import { findValue, findValues, listValues, type Tree, type Window } from './draft.ts'
import { childrenPrefix, PAGES, pageKey, parseChildKey, slugKey } from './keys.ts'
import type { Page } from './records.ts'

/** A page with what follows from its place: its path and the pages below it, in order. */
export interface PageNode {
  page: Page
  path: string
  pages: PageNode[]
}

export function* findPage(tree: Tree, id: string): Reading<Page | undefined> {
  return yield* findValue<Page>(tree, pageKey(id))
}

/** The pages with these ids, in the order of `ids`; absent ones are left out. */
export function* findPages(tree: Tree, ids: readonly string[]): Reading<Page[]> {
  const found = yield* findValues<Page>(tree, ids.map(pageKey))
  return ids.flatMap((id) => found.get(pageKey(id)) ?? [])
}

/** The page at a path such as `guides/first-steps`. Case, and slashes at either end, do not matter. */
export function* findPageByPath(tree: Tree, path: string): Reading<Page | undefined> {
  const slugs = path.toLowerCase().split('/').filter(Boolean)
  let parent = ''
  for (const slug of slugs) {
    const id = yield* findValue<string>(tree, slugKey(parent, slug))
    if (id === undefined) return undefined
    parent = id
  }
  return slugs.length > 0 ? yield* findPage(tree, parent) : undefined
}

/** The page's ancestors, nearest first. */
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

/** The path of a page: the slugs from the top down to it. Pages without a slug add nothing. */
export function* pathOf(tree: Tree, page: Page): Reading<string> {
  const ancestors = yield* listAncestors(tree, page)
  return [page, ...ancestors]
    .flatMap(({ slug }) => slug || [])
    .reverse()
    .join('/')
}

/** The ids and positions of the children of `parent` ('' is the top), in order. */
export function* listChildKeys(
  tree: Tree,
  parent: string,
  window?: Window,
): Reading<{ id: string; position: string }[]> {
  const entries = yield* listValues<string>(tree, childrenPrefix(parent), window)
  return entries.map(([key]) => parseChildKey(key))
}

/** The children of `parent` ('' is the top), in order. */
export function* listChildren(tree: Tree, parent: string, window?: Window): Reading<Page[]> {
  const children = yield* listChildKeys(tree, parent, window)
  return yield* findPages(
    tree,
    children.map(({ id }) => id),
  )
}

/** The page and everything below it, parents before children. */
export function* listSubtree(tree: Tree, page: Page): Reading<Page[]> {
  const pages = [page]
  for (const each of pages) pages.push(...(yield* listChildren(tree, each.id)))
  return pages
}

/** Every page, in the order of ids. */
export function* listPages(tree: Tree): Reading<Page[]> {
  return (yield* listValues<Page>(tree, PAGES)).map(([, page]) => page)
}

/** The whole page tree, in reading order. Reads the page records only. */
export function* loadPageTree(tree: Tree): Reading<PageNode[]> {
  return nestPages(yield* listPages(tree))
}

/** Nests a flat list of pages; the list must be closed under parents. */
export function nestPages(pages: readonly Page[]): PageNode[] {
  const children = groupBy(pages, (page) => page.parent)
  const nest = (parent: string, prefix: string): PageNode[] =>
    (children.get(parent) ?? []).sort(byPosition).map((page) => {
      const path = page.slug ? `${prefix}${page.slug}` : prefix.slice(0, -1)
      return { page, path, pages: nest(page.id, path === '' ? '' : `${path}/`) }
    })
  return nest('', '')
}

/** The order of siblings. */
export function byPosition(a: Page, b: Page): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1
  return a.id < b.id ? -1 : 1
}
