// Block quotes, dividers and formulas: blocks with a plain Markdown form.

import type { Blockquote } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { block, nonEmpty, voidBlock } from '../model.ts'
import type { MathNode } from '../syntax/math.ts'
import { readAlert } from './alert.ts'
import type { BlockWriter, NodeFormat, ReadContext } from './contract.ts'
import { attribute, openTagNode, unknownAttributes } from './tags.ts'

export const quote: NodeFormat = {
  mdast: {
    blockquote: (node: Blockquote, context: ReadContext) => [
      readAlert(node, context) ?? block('blockquote', {}, nonEmpty(context.blocks(node.children))),
    ],
  },
  html: {
    blockquote: (element, context) => {
      const nodes = context.htmlBlocks(element.children)
      return nodes && [block('blockquote', {}, nonEmpty(nodes))]
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

const formulaOf = (node: Block) => String(node.data?.formula ?? '')

export const mathTag = (node: Block) => openTagNode('math', { formula: formulaOf(node) }, node)

// A formula that contains its own fence is written as a tag.
const writeMath: BlockWriter = (node) => {
  const value = formulaOf(node)
  return /^[ \t]*\$\$[ \t]*$/m.test(value) || /\r/.test(value) ? [mathTag(node)] : [{ type: 'math', value }]
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
          : voidBlock('math', { formula, attributes: unknownAttributes(tag, 'formula') })
      },
    },
  },
  write: { math: writeMath },
}
