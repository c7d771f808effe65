// Caches pages by view. Views are immutable, so entries never become stale. Only pages with few descendants are cached,
// since they are the most numerous and most read.
import type { Db } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPage, findPageByPath, type PageNode } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { LruCache } from '../../lib/lru-cache.ts'
import { readPage } from './pages.ts'
import { readContent } from './revisions.ts'
import type { View } from './view.ts'

const MAX_CACHED_PAGES = 5000
const MAX_CHILDREN = 10

const cache = new LruCache<PageNode>(MAX_CACHED_PAGES)

export const findPageNode = (db: Db, view: View, id: string): Promise<PageNode | undefined> =>
  find(db, view, `id ${id}`, (tree) => findPage(tree, id))

export const findPageNodeByPath = (db: Db, view: View, path: string): Promise<PageNode | undefined> =>
  find(db, view, `path ${path}`, (tree) => findPageByPath(tree, path))

async function find(
  db: Db,
  view: View,
  name: string,
  read: (tree: Tree) => Reading<Page | undefined>,
): Promise<PageNode | undefined> {
  if (view.tree.asked) return readContent(db, readPage(view.tree, read))
  const key = `${view.name} ${name}`
  const known = cache.get(key)
  if (known) return known
  const found = await readContent(db, readPage(view.tree, read))
  if (found && found.pages.length <= MAX_CHILDREN && found.pages.every(({ pages }) => pages.length === 0))
    cache.set(key, found)
  return found
}
