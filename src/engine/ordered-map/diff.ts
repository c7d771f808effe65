// Compares two ordered maps. Opens both level by level from the root and drops every hash that occurs on both sides.
// The cost is that of the paths to the differences.

import type { Hash, Json } from '../objects.ts'
import { isEqual } from '../objects.ts'
import { PAUSE, type Reading } from '../reading.ts'
import type { Branch, Entry, Leaf, Node } from './node.ts'
import { isLeaf } from './node.ts'

export interface Difference {
  key: string
  before: Json | undefined
  after: Json | undefined
}

/** Returns every key whose value differs between the maps at `a` (before) and `b` (after), sorted by key. */
export function* diffMaps(a: Hash, b: Hash): Reading<Difference[]> {
  let before: readonly Hash[] = [a]
  let after: readonly Hash[] = [b]
  const leaves: { before: Leaf[]; after: Leaf[] } = { before: [], after: [] }
  for (;;) {
    ;[before, after] = [without(before, after), without(after, before)]
    if (before.length === 0 && after.length === 0) return yield* join(leaves.before, leaves.after)
    const nodes = yield [...before, ...after]
    const level = Math.max(...[...before, ...after].map((hash) => (nodes.get(hash) as unknown as Node).level))
    before = open(before, nodes, level, leaves.before)
    after = open(after, nodes, level, leaves.after)
  }
}

// Replaces each node of the given level by its children; collects leaves.
function open(hashes: readonly Hash[], nodes: ReadonlyMap<Hash, Json>, level: number, leaves: Leaf[]): Hash[] {
  const below: Hash[] = []
  for (const hash of hashes) {
    const node = nodes.get(hash) as unknown as Node
    if (node.level < level) below.push(hash)
    else if (isLeaf(node)) leaves.push(node)
    else for (const ref of (node as Branch).entries) below.push(ref[1])
  }
  return below
}

function without(hashes: readonly Hash[], others: readonly Hash[]): readonly Hash[] {
  const drop = new Set(others)
  return hashes.filter((hash) => !drop.has(hash))
}

/** There may be hundreds, for which `flatMap` takes several times as long. */
function entriesOf(leaves: readonly Leaf[]): Entry[] {
  const all: Entry[] = []
  for (const { entries } of leaves) for (const entry of entries) all.push(entry)
  return all
}

const ENTRIES_PER_STEP = 1000

function* join(before: readonly Leaf[], after: readonly Leaf[]): Reading<Difference[]> {
  const left = entriesOf(before)
  const right = entriesOf(after)
  const differences: Difference[] = []
  let at = 0
  let to = 0
  for (let steps = 1; at < left.length || to < right.length; steps++) {
    if (steps % ENTRIES_PER_STEP === 0) yield PAUSE
    const a: Entry | undefined = left[at]
    const b: Entry | undefined = right[to]
    // What an edit left alone is the very same.
    if (a === b) {
      at++
      to++
      continue
    }
    const key = a === undefined || (b !== undefined && b[0] < a[0]) ? b![0] : a[0]
    const old = a?.[0] === key ? left[at++]![1] : undefined
    const now = b?.[0] === key ? right[to++]![1] : undefined
    if (!isEqual(old, now)) differences.push({ key, before: old, after: now })
  }
  return differences
}
