// Three-way merge of trees: pages by id and field, documents by block, files, reusable contents, tags and variables by
// id. Changes of one side, and equal changes of both, are applied; the rest are conflicts.

import { type Changed, diffTrees } from '../diff.ts'
import type { Encoded, Hash } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { putRecord, removeRecord } from '../tree/collections.ts'
import { openTree, saveTree } from '../tree/draft.ts'
import type { Collection, Records } from '../tree/records.ts'
import { byTarget, type Conflict } from './conflict.ts'
import { collectVersions, keepEdited, mergePages } from './merge-pages.ts'
import { type MergeContext, type MergeDocument, mergeEncoded, mergeRecord, type Versions } from './merge-records.ts'
import type { ThreeWay } from './sequence.ts'

export interface MergedTree {
  root: Hash
  /** The objects to store with the root. */
  objects: Encoded[]
  conflicts: Conflict[]
}

/**
 * Merges the trees `ours` and `theirs`, both descendants of `base`. The cost is proportional to their changes.
 * Laws: merge(b, x, b) = merge(b, b, x) = merge(b, x, x) = x; without conflicts, swapping the sides gives the same
 * root; no page is lost, duplicated or below itself; no edit of a side disappears without a conflict.
 */
export function* mergeTrees(
  { base, ours, theirs }: ThreeWay<Hash>,
  mergeDocument: MergeDocument = mergeEncoded,
): Reading<MergedTree> {
  if (ours === theirs || base === theirs) return { root: ours, objects: [], conflicts: [] }
  if (base === ours) return { root: theirs, objects: [], conflicts: [] }
  const mine = yield* diffTrees(base, ours)
  const other = yield* diffTrees(base, theirs)
  const tree = openTree(ours)
  const context = { tree, mergeDocument }
  const conflicts = yield* mergePages(openTree(base), context, mine.page, other.page)
  for (const collection of ['file', 'reusableContent', 'tag', 'variable'] as const) {
    conflicts.push(...(yield* mergeCollection(context, collection, mine[collection], other[collection])))
  }
  return { ...(yield* saveTree(tree)), conflicts: conflicts.sort(byTarget) }
}

function* mergeCollection<C extends Collection>(
  context: MergeContext,
  collection: C,
  ours: readonly Changed<Records[C]>[],
  theirs: readonly Changed<Records[C]>[],
): Reading<Conflict[]> {
  const conflicts: Conflict[] = []
  for (const [id, versions] of collectVersions(ours, theirs)) {
    const record = yield* mergeOne(context, { on: collection, id }, versions, conflicts)
    if (record === undefined) removeRecord(context.tree, collection, id)
    else putRecord(context.tree, collection, id, record)
  }
  return conflicts
}

function* mergeOne<T>(
  context: MergeContext,
  target: { on: Collection; id: string },
  versions: Versions<T>,
  conflicts: Conflict[],
): Reading<T | undefined> {
  const { base, ours, theirs } = versions
  if (ours === undefined || theirs === undefined) return keepEdited(target, versions, conflicts)
  // A variable is a plain value, so it is wrapped as a record with one field.
  const wrap = (value: T | undefined) => (typeof value === 'object' ? value : { value }) as object
  const merged = yield* mergeRecord(
    context,
    target,
    { base: wrap(base), ours: wrap(ours), theirs: wrap(theirs) },
    conflicts,
  )
  return typeof ours === 'object' ? (merged as T) : (merged as { value: T }).value
}
