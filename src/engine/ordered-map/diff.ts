// Compares two ordered maps. Opens both level by level from the root and drops every hash that occurs on both sides.
// The cost is that of the paths to the differences.

import type { Hash, Json } from '../objects.ts'
import { isEqual } from '../objects.ts'
import { PAUSE, type Reading } from '../reading.ts'
import type { Branch, Entry, Leaf, Node, Ref } from './node.ts'
import { isLeaf } from './node.ts'

export interface Difference {
  key: string
  before: Json | undefined
  after: Json | undefined
}

/** Returns every key whose value differs between the maps at `a` (before) and `b` (after), sorted by key. */
export function* diffMaps(a: Hash, b: Hash): Reading<Difference[]> {
  let before: readonly Ref[] = [toRoot(a)]
  let after: readonly Ref[] = [toRoot(b)]
  const leaves: { before: Leaf[]; after: Leaf[] } = { before: [], after: [] }
  for (;;) {
    ;[before, after] = dropShared(before, after)
    if (before.length === 0 && after.length === 0) return yield* join(leaves.before, leaves.after)
    const hashes = [...before, ...after].map(([, hash]) => hash)
    const nodes = yield hashes
    const level = Math.max(...hashes.map((hash) => (nodes.get(hash) as unknown as Node).level))
    before = open(before, nodes, level, leaves.before)
    after = open(after, nodes, level, leaves.after)
  }
}

/** Nothing counts its entries. */
const toRoot = (hash: Hash): Ref => ['', hash, 0]

// Replaces each node of the given level by its children; collects leaves.
function open(refs: readonly Ref[], nodes: ReadonlyMap<Hash, Json>, level: number, leaves: Leaf[]): Ref[] {
  const below: Ref[] = []
  for (const ref of refs) {
    const node = nodes.get(ref[1]) as unknown as Node
    if (node.level < level) below.push(ref)
    else if (isLeaf(node)) leaves.push(node)
    else for (const child of (node as Branch).entries) below.push(child)
  }
  return below
}

/** Drops the nodes that are on both sides. Both are sorted, and equal nodes have equal first keys. */
function dropShared(before: readonly Ref[], after: readonly Ref[]): [Ref[], Ref[]] {
  const left: Ref[] = []
  const right: Ref[] = []
  let at = 0
  let to = 0
  while (at < before.length || to < after.length) {
    const a = before[at]
    const b = after[to]
    if (a !== undefined && b !== undefined && (a === b || a[1] === b[1])) {
      at++
      to++
    } else if (b === undefined || (a !== undefined && a[0] <= b[0])) {
      left.push(a!)
      at++
    } else {
      right.push(b)
      to++
    }
  }
  return [left, right]
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
