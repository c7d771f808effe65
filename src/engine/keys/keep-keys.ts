// Keys of blocks. When a page is rewritten, a block that did not change, or clearly is an edit of the old one, keeps its
// key, so that comments stay where they were put.

import type { Block, Document } from '../document.ts'
import { mapNodes, type Nested, walk } from '../walk.ts'
import { pairBlocks } from './pairing.ts'

/**
 * The new document with a key on every block: the one it brought, else the key of the old block that it continues, else
 * a new one. Keys are unique in the result; nothing but keys is changed. Linear in the size of the documents.
 */
export function keepKeys(before: Document, after: Document, newKey: () => string): Document {
  const pairs = before.nodes.length === 0 ? [] : pairBlocks(before, after)
  const taken = new Set<string>()
  const kept = new Map<Nested, string>()
  const claim = (node: Nested, key: string | undefined) => {
    if (key === undefined || taken.has(key) || kept.has(node)) return
    taken.add(key)
    kept.set(node, key)
  }
  const nodes = [...walk(after)].map(({ node }) => node)
  for (const node of nodes) claim(node, node.key)
  for (const [block, old] of pairs) claim(block, old.key)
  return mapNodes(after, (node) => {
    const key = kept.get(node) ?? (node.object === 'block' ? freshKey(taken, newKey) : undefined)
    const { key: _, ...bare } = node
    return (key === undefined ? bare : { ...bare, key }) as Nested
  })
}

/** The document with a key on every block that had none. */
export function addKeys(document: Document, newKey: () => string): Document {
  return keepKeys({ ...document, nodes: [] as Block[] }, document, newKey)
}

function freshKey(taken: Set<string>, newKey: () => string): string {
  let key = newKey()
  while (taken.has(key)) key = newKey()
  taken.add(key)
  return key
}
