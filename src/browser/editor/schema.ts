// The schema of the editor.
import { type NodeSpec, Schema } from 'prosemirror-model'
import { type BlockNode, nameOf } from './contract.ts'
import { formats } from './formats.ts'
import { inlines } from './inlines/atoms.ts'
import { marks } from './inlines/marks.ts'
import { wrappers } from './inlines/wrappers.ts'

export const blockNodes: Record<string, BlockNode> = Object.assign({}, ...formats.map(({ nodes }) => nodes))

const named = (specs: Record<string, NodeSpec>): Record<string, NodeSpec> =>
  Object.fromEntries(Object.entries(specs).map(([type, spec]) => [nameOf(type), spec]))

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+', attrs: { data: { default: null } } },
  text: { group: 'inline' },
  ...named(blockNodes),
  ...named(inlines),
}

export const inlineNodes = inlines

export const schema = new Schema({ nodes, marks: { ...wrappers, ...marks } })
