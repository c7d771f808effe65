// What a tree that came from a repository tells of the files it came from.
import type { Hash } from '../engine/objects.ts'
import type { Reading } from '../engine/reading.ts'
import { listRecords } from '../engine/tree/collections.ts'
import { openTree } from '../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../engine/tree/pages.ts'
import type { GitBlob, Page } from '../engine/tree/records.ts'
import { type Known, keyOfPlain } from './source.ts'

export const NOTHING_KNOWN: Known = { pages: new Map(), files: new Map(), includes: new Map(), plain: new Map() }

/** `addresses` is what reading the repository gave with that tree. */
export function* readKnown(root: Hash, addresses?: string): Reading<Known> {
  const tree = openTree(root)
  const pages: Page[] = []
  const plain = new Map<string, string[]>()
  const walk = (nodes: readonly PageNode[], parentPath: string) => {
    for (const { page, path, pages: below } of nodes) {
      pages.push(page)
      const key = keyOfPlain(page.type, parentPath, page.slug ?? page.title)
      if (!page.git) plain.set(key, [...(plain.get(key) ?? []), page.id])
      walk(below, path)
    }
  }
  walk(yield* loadPageTree(tree), '')
  const files = (yield* listRecords(tree, 'file')).map(({ record }) => record)
  const includes = (yield* listRecords(tree, 'reusableContent')).map(({ record }) => record)
  return { pages: byPath(pages), files: byPath(files), includes: byPath(includes), plain, addresses }
}

const byPath = <T extends { git?: GitBlob }>(records: readonly T[]): Map<string, T> =>
  new Map(records.flatMap((record) => (record.git ? [[record.git.path, record] as const] : [])))
