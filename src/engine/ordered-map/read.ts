// Reads an ordered map. The cost is that of the nodes on the paths to the result; the nodes of one level are requested
// together. Ranges are converted to ranks first, so paging never scans.

import type { Hash, Json } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { type Branch, childIndex, type Entry, isLeaf, lowerBound, type Node, type Ref } from './node.ts'

/**
 * Keys from `from` (inclusive) to `to` (exclusive); of those `limit` entries after `skip`, counted from the end if
 * `reverse`.
 */
export interface Range {
  from?: string
  to?: string
  skip?: number
  limit?: number
  reverse?: boolean
}

/** The range of keys with `prefix`; with `after` or `before`, only those after or before that key. */
export function withPrefix(prefix: string, after?: string, before?: string): Range {
  return { from: after === undefined ? prefix : `${after}\0`, to: before ?? `${prefix}\uffff` }
}

/** Returns the value at `key`, or undefined. */
export function* findEntry(root: Hash, key: string): Reading<Json | undefined> {
  return (yield* findEntries(root, [key])).get(key)
}

/** Returns the values at `keys`, without missing keys. */
export function* findEntries(root: Hash, keys: readonly string[]): Reading<Map<string, Json>> {
  const found = new Map<string, Json>()
  let places = keys.map((key) => ({ key, hash: root }))
  while (places.length > 0) {
    const nodes = yield places.map((place) => place.hash)
    const below: typeof places = []
    for (const { key, hash } of places) {
      const node = nodes.get(hash) as unknown as Node
      if (isLeaf(node)) keepEntry(found, node.entries, key)
      else below.push({ key, hash: (node as Branch).entries[childIndex(node.entries, key)]![1] })
    }
    places = below
  }
  return found
}

/** Counts the keys of the range, regardless of `skip` and `limit`. */
export function* countRange(root: Hash, range: Range = {}): Reading<number> {
  const [start, end] = yield* rankRange(root, range)
  return end - start
}

/** Counts the keys of each range, in one pass. */
export function* countRanges(root: Hash, ranges: readonly Range[]): Reading<number[]> {
  const ranks = yield* listRanks(
    root,
    ranges.flatMap(({ from, to }) => [from ?? '', to]),
  )
  return ranges.map((_, at) => Math.max(0, ranks[2 * at + 1]! - ranks[2 * at]!))
}

/** Lists the entries of a range, sorted by key (descending with `reverse`). */
export function* listEntries(root: Hash, range: Range = {}): Reading<Entry[]> {
  const { skip = 0, limit = Number.POSITIVE_INFINITY, reverse = false } = range
  if (reverse && skip === 0 && limit === 1) return yield* lastEntry(root, range)
  const [start, end] = yield* rankRange(root, range)
  if (!reverse) return yield* slice(root, start + skip, Math.min(end, start + skip + limit))
  return (yield* slice(root, Math.max(start, end - skip - limit), end - skip)).reverse()
}

/** New pages come last, so each asks for the last one before it: that takes one path and no ranks. */
function* lastEntry(root: Hash, { from = '', to }: Range): Reading<Entry[]> {
  let hash = root
  for (;;) {
    const { level, entries } = (yield [hash]).get(hash) as unknown as Node
    const last = entries[(to === undefined ? entries.length : lowerBound(entries, to)) - 1]
    if (last === undefined) return []
    if (level === 0) return last[0] < from ? [] : [last as Entry]
    hash = (last as Ref)[1]
  }
}

function* rankRange(root: Hash, { from, to }: Range): Reading<[number, number]> {
  const ranks = yield* listRanks(root, [from ?? '', to])
  return [ranks[0]!, Math.max(ranks[0]!, ranks[1]!)]
}

// Counts the entries before each key; an undefined key is after the last.
function* listRanks(root: Hash, keys: readonly (string | undefined)[]): Reading<number[]> {
  const ranks = keys.map(() => 0)
  let places = keys.map((key, index) => ({ key, index, hash: root }))
  while (places.length > 0) {
    const nodes = yield places.map((place) => place.hash)
    const below: typeof places = []
    for (const { key, index, hash } of places) {
      const node = nodes.get(hash) as unknown as Node
      if (isLeaf(node)) ranks[index]! += key === undefined ? node.entries.length : lowerBound(node.entries, key)
      else {
        const refs = (node as Branch).entries
        const at = key === undefined ? refs.length - 1 : childIndex(refs, key)
        for (let left = 0; left < at; left++) ranks[index]! += refs[left]![2]
        below.push({ key, index, hash: refs[at]![1] })
      }
    }
    places = below
  }
  return ranks
}

// Returns the entries from index `start` to `end`, reading only nodes that contain some of them.
function* slice(root: Hash, start: number, end: number): Reading<Entry[]> {
  if (start >= end) return []
  let level: { hash: Hash; offset: number }[] = [{ hash: root, offset: 0 }]
  for (;;) {
    const nodes = yield level.map((place) => place.hash)
    const loaded = level.map((place) => ({ ...place, node: nodes.get(place.hash) as unknown as Node }))
    if (isLeaf(loaded[0]!.node)) {
      return loaded.flatMap(({ node, offset }) =>
        (node.entries as readonly Entry[]).slice(Math.max(0, start - offset), Math.max(0, end - offset)),
      )
    }
    level = loaded.flatMap(({ node, offset }) => childrenWithin(node as Branch, offset, start, end))
  }
}

function childrenWithin(node: Branch, offset: number, start: number, end: number): { hash: Hash; offset: number }[] {
  const within: { hash: Hash; offset: number }[] = []
  let at = offset
  for (const [, hash, count] of node.entries as readonly Ref[]) {
    if (at < end && at + count > start) within.push({ hash, offset: at })
    at += count
  }
  return within
}

function keepEntry(found: Map<string, Json>, entries: readonly Entry[], key: string): void {
  const entry = entries[lowerBound(entries, key)]
  if (entry?.[0] === key) found.set(key, entry[1])
}
