// Converts texts, leaves and inlines to inline nodes of the syntax tree that read back the same.

import type { PhrasingContent } from 'mdast'
import type { Inline } from '../../engine/document.ts'
import type { InlineNode } from '../model.ts'
import type { InlineContext, WriteContext } from '../nodes/contract.ts'
import { type Marked, nest } from './marks.ts'
import { type Row, writeLeaf } from './text.ts'
import { inlineWriters, writeAnnotation } from './writers.ts'

export function writeInlines(nodes: InlineNode[], place: InlineContext, context: WriteContext): PhrasingContent[] {
  const kept = nodes.filter((node) => node.object !== 'text' || node.leaves.some((leaf) => leaf.text))
  const row: Row = { nodes: kept, place, context }
  const items: Marked[] = []
  for (const [at, node] of kept.entries()) {
    const isLast = at === kept.length - 1
    if (node.object === 'text') {
      for (const [index, leaf] of node.leaves.entries()) {
        const end = isLast && index === node.leaves.length - 1
        if (leaf.text) items.push({ marks: leaf.marks, nodes: writeLeaf(leaf, items.length === 0, end, place) })
      }
    } else if (node.type === 'annotation') items.push(writeAnnotation(node, kept[at - 1], row))
    else items.push({ marks: [], nodes: writeInline(node, row) })
  }
  return nest(items)
}

function writeInline(node: Inline, row: Row): PhrasingContent[] {
  const writer = Object.hasOwn(inlineWriters, node.type) ? inlineWriters[node.type] : undefined
  return writer ? writer(node, row) : writeInlines((node.nodes ?? []) as InlineNode[], row.place, row.context)
}
