// Single blocks of an earlier version of a page, brought back into the current one.
import type { Block, Document } from '../../../engine/document.ts'
import type { Drawn } from '../changes/drawn.ts'

export interface Changed {
  /** Where the block is in the earlier version. */
  index: number
  html: string
}

/** Parts with these kinds show blocks of the earlier version, in its order. */
const EARLIER = new Set(['same', 'removed', 'edited', 'left'])

/** The blocks of the earlier version that are different now, gone, or elsewhere. */
export function changedBlocks({ parts }: Pick<Drawn, 'parts'>): Changed[] {
  const changed: Changed[] = []
  let index = 0
  for (const { kind, blocks, before = '' } of parts) {
    if (!EARLIER.has(kind)) continue
    if (kind !== 'same') changed.push({ index, html: before })
    index += blocks
  }
  return changed
}

/** In place of what became of it, or else below the block that it stood below. */
export function withBlock(current: Document, earlier: Document, index: number): Document {
  const block = earlier.nodes[index]!
  const keyed = (nodes: readonly Block[], { key }: Block) =>
    key === undefined ? -1 : nodes.findIndex((node) => node.key === key)
  const at = keyed(current.nodes, block)
  const isInPlace = at >= 0 && JSON.stringify(current.nodes[at]) !== JSON.stringify(block)
  if (isInPlace) return { ...current, nodes: current.nodes.with(at, block) }
  const rest = current.nodes.filter((_, other) => other !== at)
  const above = earlier.nodes.slice(0, index).findLast((node) => keyed(rest, node) >= 0)
  return { ...current, nodes: rest.toSpliced(above ? keyed(rest, above) + 1 : 0, 0, block) }
}
