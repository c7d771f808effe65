// Block quotes, dividers and formulas: the blocks markdown has as they are.

import type { Blockquote } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { block, filled, voidBlock } from '../model.ts'
import type { MathNode } from '../syntax/math.ts'
import type { BlockWriter, NodeFormat, ReadContext } from './contract.ts'
import { attribute, openTagNode, others } from './tags.ts'

export const quote: NodeFormat = {
  mdast: {
    blockquote: (node: Blockquote, context: ReadContext) => [
      block('blockquote', {}, filled(context.blocks(node.children))),
    ],
  },
  html: {
    blockquote: (element, context) => {
      const nodes = context.htmlBlocks(element.children)
      return nodes && [block('blockquote', {}, filled(nodes))]
    },
  },
  write: {
    blockquote: (node, context) => [
      { type: 'blockquote', children: context.blocks((node.nodes ?? []) as Block[]) as Blockquote['children'] },
    ],
  },
}

export const divider: NodeFormat = {
  mdast: { thematicBreak: () => [voidBlock('divider', {})] },
  html: { hr: () => [voidBlock('divider', {})] },
  write: { divider: () => [{ type: 'thematicBreak' }] },
}

// A formula that would end its own fence is written inside a tag instead.
const writeMath: BlockWriter = (node) => {
  const value = String(node.data?.formula ?? '')
  return /^[ \t]*\$\$[ \t]*$/m.test(value) || /\r/.test(value)
    ? [openTagNode('math', { formula: value }, node)]
    : [{ type: 'math', value }]
}

export const math: NodeFormat = {
  mdast: { math: (node: MathNode) => [voidBlock('math', { formula: node.value })] },
  tags: {
    math: {
      alone: true,
      read(tag, body) {
        const formula = attribute(tag, 'formula')
        return formula === undefined || body.length
          ? undefined
          : voidBlock('math', { formula, attributes: others(tag, 'formula') })
      },
    },
  },
  write: { math: writeMath },
}
