// Restores some blocks of a document from an older version of it.

import type { Block, Document } from '../document.ts'
import { filterNodes, mapNodes, walk } from '../walk.ts'

/**
 * Returns `now` with the blocks named by `keys` as they are in `then`: edited blocks are restored in place, added ones
 * removed, and removed top-level ones inserted after their former predecessor.
 */
export function revertBlocks(now: Document, then: Document, keys: ReadonlySet<string>): Document {
  const [present, old] = [blocksByKey(now), blocksByKey(then)]
  const isNamed = (key: string | undefined): key is string => key !== undefined && keys.has(key)
  const kept = filterNodes(now, (node) => !(node.object === 'block' && isNamed(node.key) && !old.has(node.key)))
  const reverted = mapNodes(kept, (node) => (isNamed(node.key) ? (old.get(node.key) ?? node) : node))
  const nodes = [...reverted.nodes]
  for (const [index, block] of then.nodes.entries()) {
    if (!isNamed(block.key) || present.has(block.key)) continue
    nodes.splice(placeAfter(nodes, then.nodes.slice(0, index)), 0, block)
  }
  return { ...reverted, nodes }
}

// The index after the last of `earlier` that still exists.
function placeAfter(nodes: readonly Block[], earlier: readonly Block[]): number {
  const keys = new Set(earlier.map(({ key }) => key))
  return nodes.findLastIndex(({ key }) => key !== undefined && keys.has(key)) + 1
}

function blocksByKey(document: Document): Map<string, Block> {
  const blocks = new Map<string, Block>()
  for (const { node } of walk(document)) {
    if (node.object === 'block' && node.key !== undefined) blocks.set(node.key, node)
  }
  return blocks
}
