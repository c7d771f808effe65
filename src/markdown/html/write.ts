// Blocks as HTML, for the cells of a table. What HTML has no plain form for gives nothing, and the cell holds markdown.

import type { Block } from '../../engine/document.ts'
import type { InlineNode } from '../model.ts'
import type { WriteContext } from '../nodes/contract.ts'
import { blockWriters } from '../nodes/index.ts'
import { isEmptyBody } from '../nodes/tags.ts'
import { openTag } from './tokens.ts'

const isBare = (block: Block | undefined) =>
  block?.type === 'paragraph' && block.data?.align === undefined && !isEmptyBody([block])

// In an item the first paragraph stands bare before further lists; in a cell only when it is alone.
export function writeHtmlBlocks(blocks: Block[], context: WriteContext, inItem = false): string | undefined {
  const [first, ...rest] = blocks
  const inner = (block: Block) => context.htmlInlines(block.nodes as InlineNode[])
  if (first && isBare(first) && (inItem ? rest.every(({ type }) => type.startsWith('list-')) : rest.length === 0)) {
    const lists = all(rest, context)
    return lists === undefined ? undefined : inner(first) + lists
  }
  return all(blocks, context)
}

function all(blocks: Block[], context: WriteContext): string | undefined {
  const parts = blocks.map((block) => writeHtmlBlock(block, context))
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined
}

function writeHtmlBlock(block: Block, context: WriteContext): string | undefined {
  const inner = () => context.htmlInlines(block.nodes as InlineNode[])
  if (block.type === 'paragraph' && block.data?.align === undefined) return `<p>${inner()}</p>`
  if (/^heading-\d$/.test(block.type) && block.data?.align === undefined) {
    const name = `h${Number(block.type.slice(-1)) + 1}`
    return `${openTag(name, { id: block.data?.id as string })}${inner()}</${name}>`
  }
  if (block.type.startsWith('list-')) return writeList(block, context)
  if (block.type === 'divider') return '<hr>'
  if (block.type === 'blockquote') return wrap('blockquote', all(block.nodes as Block[], context))
  if (!['images', 'heading-1', 'heading-2', 'heading-3', 'paragraph'].includes(block.type)) return undefined
  const [node] = blockWriters[block.type]?.(block, context) ?? []
  return node?.type === 'html' ? node.value : undefined
}

const wrap = (name: string, content: string | undefined, attributes = {}) =>
  content === undefined ? undefined : `${openTag(name, attributes)}${content}</${name}>`

function writeList(block: Block, context: WriteContext): string | undefined {
  const items = (block.nodes as Block[]).map((item) => {
    const checked = item.data?.checked as boolean | undefined
    const box = checked === undefined ? '' : openTag('input', { type: 'checkbox', checked })
    const nodes = item.nodes as Block[]
    return wrap('li', isEmptyBody(nodes) ? box : prefixed(box, writeHtmlBlocks(nodes, context, true)))
  })
  const content = items.every((item) => item !== undefined) ? items.join('') : undefined
  return block.type === 'list-ordered'
    ? wrap('ol', content, { start: block.data?.start as number })
    : wrap('ul', content)
}

const prefixed = (prefix: string, content: string | undefined) => (content === undefined ? undefined : prefix + content)
