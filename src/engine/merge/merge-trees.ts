// Three-way merge of trees: pages by id and field by field, documents block by block, files, reusable contents, tags and
// variables by id. What only one side changed is taken; what both changed alike is taken once; the rest is a conflict.

import { type Changed, diffTrees } from '../diff.ts'
import type { Encoded, Hash } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { putRecord, removeRecord } from '../tree/collections.ts'
import { openTree, saveTree, type Tree } from '../tree/draft.ts'
import type { Collection, Records } from '../tree/records.ts'
import { byTarget, type Conflict } from './conflict.ts'
import { collectVersions, keepEdited, mergePages } from './merge-pages.ts'
import { mergeRecord, type Versions } from './merge-records.ts'
import type { Sides } from './sequence.ts'

export interface MergedTree {
  root: Hash
  /** What has to be stored with the root. */
  objects: Encoded[]
  conflicts: Conflict[]
}

/**
 * Merges the trees `ours` and `theirs`, which both come from `base`. The cost follows what they changed.
 * Laws: merge(b, x, b) = merge(b, b, x) = merge(b, x, x) = x; without conflicts, swapping the sides gives the same root;
 * no page is lost, doubled or below itself; nothing that a side wrote disappears without a conflict.
 */
export function* mergeTrees({ base, ours, theirs }: Sides<Hash>): Reading<MergedTree> {
  if (ours === theirs || base === theirs) return { root: ours, objects: [], conflicts: [] }
  if (base === ours) return { root: theirs, objects: [], conflicts: [] }
  const mine = yield* diffTrees(base, ours)
  const other = yield* diffTrees(base, theirs)
  const tree = openTree(ours)
  const conflicts = yield* mergePages(openTree(base), tree, mine.page, other.page)
  for (const collection of ['file', 'reusableContent', 'tag', 'variable'] as const) {
    conflicts.push(...(yield* mergeCollection(tree, collection, mine[collection], other[collection])))
  }
  return { ...(yield* saveTree(tree)), conflicts: conflicts.sort(byTarget) }
}

function* mergeCollection<C extends Collection>(
  tree: Tree,
  collection: C,
  ours: readonly Changed<Records[C]>[],
  theirs: readonly Changed<Records[C]>[],
): Reading<Conflict[]> {
  const conflicts: Conflict[] = []
  for (const [id, versions] of collectVersions(ours, theirs)) {
    const record = yield* mergeOne(tree, { on: collection, id }, versions, conflicts)
    if (record === undefined) removeRecord(tree, collection, id)
    else putRecord(tree, collection, id, record)
  }
  return conflicts
}

function* mergeOne<T>(
  tree: Tree,
  target: { on: Collection; id: string },
  versions: Versions<T>,
  conflicts: Conflict[],
): Reading<T | undefined> {
  const { base, ours, theirs } = versions
  if (ours === undefined || theirs === undefined) return keepEdited(target, versions, conflicts)
  // A variable is a plain value: its one field is itself.
  const wrap = (value: T | undefined) => (typeof value === 'object' ? value : { value }) as object
  const merged = yield* mergeRecord(
    tree,
    target,
    { base: wrap(base), ours: wrap(ours), theirs: wrap(theirs) },
    conflicts,
  )
  return typeof ours === 'object' ? (merged as T) : (merged as { value: T }).value
}
