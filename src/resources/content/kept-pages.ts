// Pages as they are in a revision, kept in memory: what a root holds never changes, so they are never out of date. Only
// those with little below them are kept, because they are many and read most.
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPage, findPageByPath, type PageNode } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { readPage } from './pages.ts'
import { readContent } from './revisions.ts'

const PAGES_KEPT = 5000
const MOST_BELOW = 10

const kept = new Map<string, PageNode>()

export const findPageNode = (db: Db, root: Hash, id: string): Promise<PageNode | undefined> =>
  find(db, root, `id ${id}`, (tree) => findPage(tree, id))

export const findPageNodeByPath = (db: Db, root: Hash, path: string): Promise<PageNode | undefined> =>
  find(db, root, `path ${path}`, (tree) => findPageByPath(tree, path))

async function find(
  db: Db,
  root: Hash,
  name: string,
  read: (tree: Tree) => Reading<Page | undefined>,
): Promise<PageNode | undefined> {
  const key = `${root} ${name}`
  const known = kept.get(key)
  if (known) return known
  const found = await readContent(db, readPage(root, read))
  if (found && found.pages.length <= MOST_BELOW && found.pages.every(({ pages }) => pages.length === 0))
    keep(key, found)
  return found
}

function keep(key: string, node: PageNode): void {
  if (kept.size >= PAGES_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(key, node)
}
