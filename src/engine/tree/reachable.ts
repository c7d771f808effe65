// Lists the objects of a tree, to copy it and to collect garbage.

import type { Hash, Json } from '../objects.ts'
import { type Branch, isLeaf, type Leaf, type Node } from '../ordered-map/node.ts'
import type { Reading } from '../reading.ts'
import type { File } from './records.ts'

/** Lists the hashes of all map nodes and documents of the tree at `root`, except those below `known` nodes. */
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
      else below.push(...childrenOf(node))
    }
    level = below.filter((hash) => !known.has(hash) && !found.has(hash))
  }
  return [...found].filter((hash) => !known.has(hash))
}

/** The hashes that an object refers to; none if it is not a map node. */
export function referencesOf(value: Json): Hash[] {
  if (!isNode(value)) return []
  return isLeaf(value) ? documentsIn(value) : childrenOf(value)
}

/** The files among the entries of an object. */
export function blobsOf(value: Json): { blob: string; name: string }[] {
  if (!isNode(value) || !isLeaf(value)) return []
  return value.entries.flatMap(([, entry]) => {
    const { blob, name } = (entry ?? {}) as Partial<File>
    return blob === undefined ? [] : [{ blob, name: name ?? '' }]
  })
}

const isNode = (value: Json): value is Json & Node =>
  typeof value === 'object' && value !== null && 'level' in value && 'entries' in value

const childrenOf = ({ entries }: Branch): Hash[] => entries.map(([, child]) => child)

const documentsIn = ({ entries }: Leaf): Hash[] =>
  entries.flatMap(([, value]) => (value as { document?: Hash } | null)?.document ?? [])
