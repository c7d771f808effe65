// Builders of document nodes, in the form the parser creates: no keys, texts merged, no undefined fields.

import type { Block, Fragment, Inline, Leaf, Mark, Text } from '../engine/document.ts'

export type InlineNode = Inline | Text
export type Data = Record<string, unknown>

export const leaf = (text: string, marks: Mark[] = []): Leaf => ({ object: 'leaf', text, marks })
export const text = (value: string, marks: Mark[] = []): Text => ({ object: 'text', leaves: [leaf(value, marks)] })

// Omits undefined fields, so that documents are equal exactly if their JSON is.
export function data(fields: Data): Data {
  const given: Data = {}
  for (const key in fields) if (fields[key] !== undefined) given[key] = fields[key]
  return given
}

export const block = (type: string, fields: Data, nodes: Block['nodes']): Block => ({
  object: 'block',
  type,
  data: data(fields),
  nodes,
})
export const voidBlock = (type: string, fields: Data): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data: data(fields),
})
export const voidInline = (type: string, fields: Data): Inline => ({
  object: 'inline',
  type,
  isVoid: true,
  data: data(fields),
})

export function paragraph(nodes: InlineNode[], fields: Data = {}): Block {
  return block('paragraph', fields, nodes.length ? nodes : [text('')])
}

export const fragment = (name: string, nodes: Block[]): Fragment => ({
  object: 'fragment',
  fragment: name,
  type: name,
  nodes,
})
export const caption = (nodes: Block[]): Fragment => ({ object: 'fragment', fragment: 'caption', nodes })

// A container of blocks is never empty: editors need a position for the cursor.
export const nonEmpty = (nodes: Block[]): Block[] => (nodes.length ? nodes : [paragraph([])])

export const plainText = (nodes: InlineNode[] | Block['nodes'] = []): string =>
  nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((each) => each.text).join('')
      return plainText(node.nodes as InlineNode[])
    })
    .join('')

// The text of a block that is a single unmarked text.
export function soleText(nodes: Block['nodes'] = []): string | undefined {
  const [only] = nodes
  if (nodes.length !== 1 || only?.object !== 'text') return undefined
  return only.leaves.every((each) => each.marks.length === 0)
    ? only.leaves.map((each) => each.text).join('')
    : undefined
}
