// Reads the records of a tree in batches, in key order, as if each had just been inserted.
import type { TreeDiff } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { listEntries } from '../../engine/ordered-map/read.ts'
import type { Reading } from '../../engine/reading.ts'
import { COLLECTIONS, PAGES } from '../../engine/tree/keys.ts'
import { emptyDiff } from '../revisions/index.ts'

/** Record kinds in key order. Variables are not indexed. */
const KINDS = Object.entries({ page: PAGES, ...COLLECTIONS })
  .filter(([kind]) => kind !== 'variable')
  .sort(([, a], [, b]) => (a < b ? -1 : 1)) as [keyof TreeDiff, string][]

/** Reads at most `limit` records after the key `after`. `last` is the last key if there may be more. */
export function* listNextRecords(
  root: Hash,
  after: string,
  limit: number,
): Reading<{ diff: TreeDiff; last: string | undefined }> {
  const diff = emptyDiff()
  let rest = limit
  let last: string | undefined
  for (const [kind, prefix] of KINDS) {
    const to = `${prefix}\uffff`
    if (rest === 0 || to < after) continue
    const from = after > prefix ? `${after}\0` : prefix
    for (const [key, value] of yield* listEntries(root, { from, to, limit: rest })) {
      ;(diff[kind] as unknown[]).push({ id: key.slice(prefix.length), after: value })
      last = key
      rest--
    }
  }
  return { diff, last: rest === 0 ? last : undefined }
}
