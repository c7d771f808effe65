// Reads and writes the cells of an HTML table: `<td>` by column type, and `<th>`.

import type { Block } from '../../engine/document.ts'
import { findData } from '../../lib/json.ts'
import { decodeEntities, escapeHtml, openTag } from '../html/tokens.ts'
import { type HtmlElement, htmlTree, withoutBlank } from '../html/tree.ts'
import { nonEmpty } from '../model.ts'
import { toMdast } from '../syntax/dialect.ts'
import type { ReadContext, WriteContext } from './contract.ts'
import { alignment, type Column } from './table-column.ts'
import { linked, linksIn, textual, type Written, writeValue } from './table-values.ts'
import { isEmptyBody } from './tags.ts'

export interface Cell {
  blocks?: Block[]
  value?: unknown
}

export const cellOf = (column: Column | undefined): Cell | undefined =>
  column && (column.definition.type === 'text' ? { blocks: nonEmpty([]) } : {})

// Where there is no value of these, other writers say so.
const SAYS_NULL = new Set(['number', 'rating', 'checkbox'])

export function readCell(td: HtmlElement, column: Column, context: ReadContext): Cell | undefined {
  const type = String(column.definition.type)
  if (type === 'text') return readText(td, context)
  const nodes = withoutBlank(td.children)
  const source = nodes
    .map((node) => (node.kind === 'text' ? node.value : ''))
    .join('')
    .trim()
  const isText = nodes.every((node) => node.kind === 'text')
  if (!nodes.length) return {}
  if ('data-json' in td.attributes) return isText ? readJson(source) : undefined
  if (isText && source === 'null' && SAYS_NULL.has(type)) return {}
  const links = linksIn(nodes)
  const value =
    isText && Object.hasOwn(textual, type) ? textual[type]?.(source) : links && linked[type]?.(links, td, context)
  return value === undefined ? undefined : { value }
}

function readJson(source: string): Cell | undefined {
  const value = findData(source)
  return value === undefined ? undefined : { value }
}

function readText(td: HtmlElement, context: ReadContext): Cell | undefined {
  if ('data-markdown' in td.attributes) {
    if (td.children.some((node) => node.kind !== 'text')) return undefined
    const source = td.children.map((node) => (node.kind === 'text' ? decodeEntities(node.raw) : '')).join('')
    return { blocks: nonEmpty(context.blocks(toMdast(source).children)) }
  }
  const blocks = context.htmlBlocks(td.children)
  return blocks && { blocks: nonEmpty(blocks) }
}

export const isEmptyCell = ({ blocks, value }: Cell): boolean => (blocks ? isEmptyBody(blocks) : value === undefined)

export function writeCell(
  cell: Cell,
  column: Column,
  context: WriteContext,
  span: Record<string, number | undefined> = {},
): string {
  const { attributes, content } = cell.blocks
    ? writeText(cell.blocks, context)
    : writeValue(cell.value, column.definition, context)
  return `${openTag('td', { ...alignment(column.definition), ...span, ...attributes })}${content}</td>`
}

function writeText(blocks: Block[], context: WriteContext): Written {
  if (isEmptyBody(blocks)) return { attributes: {}, content: '' }
  const noted = context.notes.length
  const html = context.htmlBlocks(blocks)
  if (html !== undefined && htmlTree(html)) return { attributes: {}, content: html }
  context.notes.length = noted
  return {
    attributes: { 'data-markdown': true },
    content: escapeHtml(context.markdown(blocks)).replace(/\n/g, '&#xA;'),
  }
}
