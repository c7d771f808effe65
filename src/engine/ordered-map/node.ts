// The nodes of an ordered map, and the rule for node boundaries. The rule depends on one entry only (its key and size),
// never on neighbours or history, so equal content always has an equal root. An entry ends its node with probability
// size / TARGET, so nodes average TARGET characters whether entries are large or small.

import type { Encoded, Hash, Json } from '../objects.ts'

export type Entry = readonly [key: string, value: Json]

/** A reference to a child: its first key, its hash, and the number of entries below it. */
export type Ref = readonly [key: string, hash: Hash, count: number]

export interface Leaf {
  readonly level: 0
  readonly entries: readonly Entry[]
}

export interface Branch {
  readonly level: number
  readonly entries: readonly Ref[]
}

export type Node = Leaf | Branch

const TARGET = 4096

/** The size of a reference besides its key. The count is excluded: it must not move boundaries. */
const REF_SIZE = 48

const HEAD = new TextEncoder().encode('{"entries":[')

/** True for a node, false for a document. */
export const isNode = ({ bytes }: Encoded): boolean => HEAD.every((byte, at) => bytes[at] === byte)

export function isLeaf(node: Node): node is Leaf {
  return node.level === 0
}

/** True if an entry of this key and size is the last of its node. */
export function endsNode(level: number, key: string, size: number): boolean {
  return hash32(key, level) < (size / TARGET) * 0x1_0000_0000
}

export function entrySize(key: string, valueText: string): number {
  return key.length + valueText.length + 6
}

export function refSize(key: string): number {
  return key.length + REF_SIZE
}

/** Returns the index of the first entry whose key is not less than `key`. */
export function lowerBound(entries: readonly (readonly [key: string, ...rest: unknown[]])[], key: string): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]![0] < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the child that contains `key`, or would contain it. */
export function childIndex(entries: readonly Ref[], key: string): number {
  const at = lowerBound(entries, key)
  return entries[at]?.[0] === key ? at : Math.max(0, at - 1)
}

// FNV-1a with the finalizer of MurmurHash3: fast, and every bit of the key affects every bit of the result.
function hash32(key: string, seed: number): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
