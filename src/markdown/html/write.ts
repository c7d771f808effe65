// Writes blocks as HTML, for table cells and lists. Returns undefined for blocks without a plain HTML form.

import type { Block } from '../../engine/document.ts'
import type { InlineNode } from '../model.ts'
import { alignedHtml } from '../nodes/alignment.ts'
import { writePre } from '../nodes/code.ts'
import { isPlainTag } from '../nodes/condition.ts'
import type { WriteContext } from '../nodes/contract.ts'
import { writeDetails } from '../nodes/expandable.ts'
import { blockWriters } from '../nodes/index.ts'
import { tableHtml } from '../nodes/table.ts'
import { isEmptyBody } from '../nodes/tags.ts'
import { writeCustom } from './custom-write.ts'
import { customBlocks } from './elements.ts'
import { openTag } from './tokens.ts'

const isBare = (block: Block | undefined) =>
  block?.type === 'paragraph' && block.data?.align === undefined && !isEmptyBody([block])

// In a list item, a first paragraph before lists has no `<p>`; in a cell, only a single paragraph has none.
export function writeHtmlBlocks(blocks: Block[], context: WriteContext, inItem = false): string | undefined {
  const [first, ...rest] = blocks
  const inner = (block: Block) => context.htmlInlines(block.nodes as InlineNode[])
  if (first && isBare(first) && (inItem ? rest.every(({ type }) => type.startsWith('list-')) : rest.length === 0)) {
    const lists = writeAll(rest, context)
    return lists === undefined ? undefined : inner(first) + lists
  }
  return writeAll(blocks, context)
}

/** Writes every block as an element. */
export function writeAll(blocks: Block[], context: WriteContext): string | undefined {
  const parts: string[] = []
  for (const block of blocks) {
    const part = writeHtmlBlock(block, context)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join('')
}

function writeHtmlBlock(block: Block, context: WriteContext): string | undefined {
  const { type } = block
  if (type === 'paragraph') return alignedHtml('p', block, context)
  if (/^heading-\d$/.test(type)) return alignedHtml(`h${Number(type.slice(-1)) + 1}`, block, context)
  if (type.startsWith('list-')) return writeList(block, context)
  if (type === 'divider') return '<hr>'
  if (type === 'code') return writeCode(block, context)
  if (type === 'if') return writeTag(block)
  if (type === 'blockquote') return wrap('blockquote', writeAll(block.nodes as Block[], context))
  if (type === 'table') return tableHtml(block, context)
  if (type === 'expandable') return writeDetails(block, context, (blocks) => writeAll(blocks, context))
  if (customBlocks.has(type) || type === 'math')
    return writeCustom(block, context, (blocks) => writeAll(blocks, context))
  if (type !== 'images' && type !== 'drawing') return undefined
  const [node] = blockWriters[type]?.(block, context) ?? []
  return node?.type === 'html' ? node.value : undefined
}

const writeCode = (block: Block, context: WriteContext) =>
  /^\S*$/.test(String(block.data?.syntax ?? '')) ? writePre(block, context) : undefined

const writeTag = ({ data }: Block) =>
  typeof data?.comment === 'string' && isPlainTag(data.comment) ? data.comment : undefined

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
