// Reads the result of the previous import from its tree, to find unchanged files.
import type { Hash } from '../engine/objects.ts'
import type { Reading } from '../engine/reading.ts'
import { listRecords } from '../engine/tree/collections.ts'
import { openTree } from '../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../engine/tree/pages.ts'
import type { GitBlob, Page } from '../engine/tree/records.ts'
import { filelessPageKey, type PreviousImport } from './source.ts'

export const NO_PREVIOUS_IMPORT: PreviousImport = {
  pages: new Map(),
  pagePaths: new Map(),
  files: new Map(),
  includes: new Map(),
  plain: new Map(),
}

/** `addresses` is the version of the addresses that the import of that tree returned. */
export function* readPreviousImport(root: Hash, addresses?: string): Reading<PreviousImport> {
  const tree = openTree(root)
  const pages: Page[] = []
  const pagePaths = new Map<string, string>()
  const plain = new Map<string, string[]>()
  const walk = (nodes: readonly PageNode[]) => {
    for (const { page, path, pages: below } of nodes) {
      pages.push(page)
      const key = filelessPageKey(page.type, page.parent, page.slug ?? page.title)
      if (page.git) pagePaths.set(page.git.path, path)
      else plain.set(key, [...(plain.get(key) ?? []), page.id])
      walk(below)
    }
  }
  walk(yield* loadPageTree(tree))
  const files = (yield* listRecords(tree, 'file')).map(({ record }) => record)
  const includes = (yield* listRecords(tree, 'reusableContent')).map(({ record }) => record)
  return { pages: byPath(pages), pagePaths, files: byPath(files), includes: byPath(includes), plain, addresses }
}

const byPath = <T extends { git?: GitBlob }>(records: readonly T[]): Map<string, T> =>
  new Map(records.flatMap((record) => (record.git ? [[record.git.path, record] as const] : [])))
