// Writes blocks of the dialect as elements, with the attributes of their tag.

import type { RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { inlineHtml } from '../inlines/html.ts'
import type { WriteContext } from '../nodes/contract.ts'
import { blockWriters } from '../nodes/index.ts'
import { mathTag } from '../nodes/quote.ts'
import { isEmptyBody } from '../nodes/tags.ts'
import type { TagNode } from '../syntax/tag.ts'
import { attributeName } from './custom-tag.ts'
import { openTag } from './tokens.ts'

const parts = new Set(['tabs-item', 'stepper-step', 'column'])

type WriteBlocks = (blocks: Block[]) => string | undefined

export function writeCustom(block: Block, context: WriteContext, write: WriteBlocks): string | undefined {
  const [tag, line] = tagsOf(block, context)
  const attributes = isTag(tag) && tag.name ? attributesOf(tag) : undefined
  if (!isTag(tag) || !attributes) return undefined
  const content = line?.type === 'paragraph' ? inlineHtml(line.children) : writeBody(bodyOf(block), context, write)
  const custom = { 'data-gb-custom-block': true, 'data-tag': tag.name, ...attributes }
  return content === undefined ? undefined : `${openTag('div', { ...custom, class: classOf(block) })}${content}</div>`
}

// A formula is a fence elsewhere, but also has a tag.
const tagsOf = (block: Block, context: WriteContext): RootContent[] =>
  block.type === 'math'
    ? [mathTag(block)]
    : (blockWriters[block.type]?.({ ...block, nodes: [], fragments: [] }, context) ?? [])

function writeBody(blocks: Block[], context: WriteContext, write: WriteBlocks): string | undefined {
  if (!blocks.length || isEmptyBody(blocks)) return ''
  if (!blocks.every(({ type }) => parts.has(type))) return write(blocks)
  const written = blocks.map((part) => writeCustom(part, context, write))
  return written.every((part) => part !== undefined) ? written.join('') : undefined
}

const isTag = (node: RootContent | undefined): node is TagNode => node?.type === 'tag'

const bodyOf = ({ nodes, fragments }: Block): Block[] =>
  [...(nodes ?? []), ...(fragments ?? []).flatMap((each) => each.nodes)] as Block[]

const classOf = ({ type, data }: Block) =>
  type === 'hint' && typeof data?.style === 'string' ? `hint hint-${data.style}` : undefined

function attributesOf({ attributes }: TagNode): Record<string, string> | undefined {
  const named = Object.entries(attributes).map(([key, value]) => [attributeName(key), value] as const)
  return named.every(([name, value]) => name !== undefined && value !== true)
    ? (Object.fromEntries(named) as Record<string, string>)
    : undefined
}
