// Which objects a tree consists of: for copying it elsewhere, and for knowing what nobody needs any more.

import type { Hash } from '../objects.ts'
import { type Branch, isLeaf, type Node } from '../ordered-map/node.ts'
import type { Reading } from '../reading.ts'

/** The hashes of all map nodes and documents of the tree at `root`, without those below what is `known`. */
export function* listReachable(root: Hash, known: ReadonlySet<Hash> = new Set()): Reading<Hash[]> {
  const found = new Set<Hash>()
  let level = known.has(root) ? [] : [root]
  while (level.length > 0) {
    const nodes = yield level
    const below: Hash[] = []
    for (const hash of level) {
      found.add(hash)
      const node = nodes.get(hash) as unknown as Node
      if (isLeaf(node)) for (const document of documentsIn(node)) found.add(document)
      else for (const [, child] of (node as Branch).entries) below.push(child)
    }
    level = below.filter((hash) => !known.has(hash) && !found.has(hash))
  }
  return [...found].filter((hash) => !known.has(hash))
}

function documentsIn({ entries }: Extract<Node, { level: 0 }>): Hash[] {
  return entries.flatMap(([, value]) => (value as { document?: Hash } | null)?.document ?? [])
}
