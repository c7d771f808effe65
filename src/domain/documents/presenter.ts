// Presents documents: adds anchors and empty table cells, and replaces nodes that the older contract lacks.

import { withAnchors } from '../../engine/anchors.ts'
import type { Block, Document, Inline } from '../../engine/document.ts'
import { mapChildren, type Nested } from '../../engine/walk.ts'
import { toContractNodes } from './contract-nodes.ts'
import { withEmptyCells } from './empty-cells.ts'

/** `current` is limited to the contract of public clients; `next` has all nodes. */
export type Schema = 'current' | 'next'

export function toDocument(document: Document, schema: Schema = 'current'): Document {
  const change = (node: Nested): readonly Nested[] => {
    if (node.object === 'block' && node.type === 'table') return [withEmptyCells(node)]
    const shown = schema === 'current' && isElement(node) ? toContractNodes(node) : [node]
    return shown[0] === node ? shown : shown.flatMap(change)
  }
  return withAnchors(mapChildren(document, (children) => children.flatMap(change)))
}

const isElement = (node: Nested): node is Block | Inline => node.object === 'block' || node.object === 'inline'
