// Most blocks of a page stay as they are. Keys tell which; fingerprints and pairing take much longer, and so does sending
// documents to a thread. So something small stands in for each block that is the same in both versions.

import type { Block, Document } from '../document.ts'
import { isEqual } from '../objects.ts'
import type { Compared } from './comparison.ts'

interface Reduced {
  before: Document
  after: Document
  /** Puts the blocks back into the comparison of the two. */
  restore(compared: readonly Compared[]): Compared[]
}

const STAND_IN = 'same-in-both '

export function reduceToChanges(before: Document, after: Document): Reduced {
  const old = uniqueByKey(before)
  const same = new Map([...uniqueByKey(after)].filter(([key, block]) => isEqual(old.get(key), block)))
  const reduce = (document: Document): Document => ({
    ...document,
    nodes: document.nodes.map((block) => (same.has(block.key) ? standIn(block.key!) : block)),
  })
  const restored = (block: Block): Block => (block.type.startsWith(STAND_IN) && same.get(block.key)) || block
  return {
    before: reduce(before),
    after: reduce(after),
    restore: (compared) =>
      compared.map((entry) =>
        'block' in entry
          ? { ...entry, block: restored(entry.block) }
          : { ...entry, before: restored(entry.before), after: restored(entry.after) },
      ),
  }
}

/** The blocks of a document whose keys no other one has. Content that is included twice has the same keys twice. */
function uniqueByKey({ nodes }: Document): Map<string | undefined, Block> {
  const found = new Map<string | undefined, Block>()
  const repeated = new Set<string | undefined>([undefined])
  for (const block of nodes) {
    if (found.has(block.key)) repeated.add(block.key)
    found.set(block.key, block)
  }
  for (const key of repeated) found.delete(key)
  return found
}

/** Its type distinguishes it from all others. */
const standIn = (key: string): Block => ({ object: 'block', type: STAND_IN + key, key })
