// Compares two trees record by record. Equal subtrees are never opened, so the cost is proportional to the changes. The
// search index, the link index, merge and semantic changes build on this.

import type { Hash } from './objects.ts'
import { type Difference, diffMaps } from './ordered-map/diff.ts'
import type { Reading } from './reading.ts'
import { COLLECTIONS, PAGES } from './tree/keys.ts'
import type { Collection, Page, Records } from './tree/records.ts'

/** One record before and after; absent where it does not exist. */
export interface Changed<T> {
  id: string
  before?: T
  after?: T
}

/** Every record that differs, by collection, sorted by id. */
export type TreeDiff = { page: Changed<Page>[] } & { [C in Collection]: Changed<Records[C]>[] }

/** Returns the differences from the tree at `a` (before) to the tree at `b` (after). */
export function* diffTrees(a: Hash, b: Hash): Reading<TreeDiff> {
  return toTreeDiff(yield* diffMaps(a, b))
}

/** Groups differences between the entries of two trees by record. */
export function toTreeDiff(differences: readonly Difference[]): TreeDiff {
  const diff: TreeDiff = { page: [], file: [], reusableContent: [], tag: [], variable: [] }
  const prefixes = Object.entries({ page: PAGES, ...COLLECTIONS })
  for (const { key, before, after } of differences) {
    const found = prefixes.find(([, prefix]) => key.startsWith(prefix))
    if (!found) continue // an index entry, derived from the pages
    const [collection, prefix] = found as [keyof TreeDiff, string]
    const changed: Changed<unknown> = { id: key.slice(prefix.length), before, after }
    ;(diff[collection] as Changed<unknown>[]).push(changed)
  }
  return diff
}
