// Keeps the keys of blocks when a page is rewritten: a block that is unchanged, or clearly an edit of the old one,
// keeps its key, so that comments stay attached.

import type { Block, Document } from '../document.ts'
import { type Encoded, encode, type Hash } from '../objects.ts'
import { mapNodes, type Nested, walk } from '../walk.ts'
import { pairBlocks } from './pairing.ts'
import { findUnchangedEnds } from './unchanged-ends.ts'

/**
 * Returns `after` with a key on every block: its own, else the key of the old block it continues, else a new one. Keys
 * are unique in the result; nothing but keys changes. Linear in the size of the documents.
 */
export function keepKeys(before: Document, after: Document, newKey: () => string): Document {
  const ends = findUnchangedEnds(before.nodes, after.nodes)
  if (!ends) return keepPairedKeys(before, after, new Set(), newKey)
  const { first, last, keys } = ends
  const changed = (document: Document): Document => ({
    ...document,
    nodes: document.nodes.slice(first.length, document.nodes.length - last.length),
  })
  const between = keepPairedKeys(changed(before), changed(after), keys, newKey)
  return { ...after, nodes: [...first, ...between.nodes, ...last] }
}

function keepPairedKeys(before: Document, after: Document, taken: Set<string>, newKey: () => string): Document {
  const pairs = before.nodes.length === 0 || after.nodes.length === 0 ? [] : pairBlocks(before, after)
  const kept = new Map<Nested, string>()
  const claim = (node: Nested, key: string | undefined) => {
    if (key === undefined || taken.has(key) || kept.has(node)) return
    taken.add(key)
    kept.set(node, key)
  }
  for (const { node } of walk(after)) claim(node, node.key)
  for (const [block, old] of pairs) claim(block, old.key)
  return mapNodes(after, (node) => {
    const key = kept.get(node) ?? (node.object === 'block' ? freshKey(taken, newKey) : undefined)
    if (key === node.key) return node
    // A field that a node lacks comes before the spread, which is many times as fast in Node 20.
    if (key !== undefined) return 'key' in node ? { ...node, key } : { key, ...node }
    const { key: _, ...bare } = node
    return bare as Nested
  })
}

/** Returns the document with new keys on the blocks that have none. */
export function addKeys(document: Document, newKey: () => string): Document {
  return keepKeys({ ...document, nodes: [] as Block[] }, document, newKey)
}

/** A document that is replaced. */
export interface Replaced {
  hash: Hash
  document: Document
}

/** Encodes a written document with a key on every block. `before` is the document that it replaces. */
export type EncodeDocument = (after: Document, before?: Replaced) => Encoded

export const encodeWith =
  (newKey: () => string): EncodeDocument =>
  (after, before) =>
    encode(before ? keepKeys(before.document, after, newKey) : addKeys(after, newKey))

function freshKey(taken: Set<string>, newKey: () => string): string {
  let key = newKey()
  while (taken.has(key)) key = newKey()
  taken.add(key)
  return key
}
