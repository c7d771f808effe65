// Most blocks of a page stay as they are. Keys tell which; fingerprints and pairing take much longer, and so does sending
// documents to a thread. So something small stands in for each run of blocks that is the same in both versions.

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
  const runs = findRuns(before, after)
  const reduce = (document: Document): Document => ({
    ...document,
    nodes: document.nodes.flatMap((block) => {
      const run = runs.get(block.key)
      if (!run) return [block]
      return run[0]!.key === block.key ? [standIn(run)] : []
    }),
  })
  const restored = (block: Block): readonly Block[] =>
    (block.type.startsWith(STAND_IN) && runs.get(block.type.slice(STAND_IN.length))) || [block]
  return {
    before: reduce(before),
    after: reduce(after),
    restore: (compared) =>
      compared.flatMap((entry): Compared[] => {
        if ('block' in entry) return restored(entry.block).map((block) => ({ ...entry, block }))
        if (!entry.after.type.startsWith(STAND_IN)) return [entry]
        return restored(entry.after).map((block) => ({ ...entry, before: block, after: block }))
      }),
  }
}

/** The runs of blocks that follow each other in both versions, by the key of each block in them. */
function findRuns(before: Document, after: Document): Map<string | undefined, Block[]> {
  const [old, now] = [uniqueByKey(before), uniqueByKey(after)]
  const places = new Map([...before.nodes.keys()].map((at) => [before.nodes[at]!.key, at]))
  const runs = new Map<string | undefined, Block[]>()
  let [run, next]: [Block[], number] = [[], -1]
  for (const block of after.nodes) {
    const { key } = block
    if (!now.has(key) || !isEqual(old.get(key), block)) {
      next = -1
      continue
    }
    const place = places.get(key)!
    if (place !== next) run = []
    run.push(block)
    runs.set(key, run)
    next = place + 1
  }
  return runs
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
function standIn(run: readonly Block[]): Block {
  const type = STAND_IN + run[0]!.key
  return { object: 'block', type, key: type, data: { blocks: run.length } }
}

/** The number of blocks that it stands for. */
export const weightOf = ({ type, data }: Block): number => (type.startsWith(STAND_IN) ? Number(data?.blocks) : 1)
