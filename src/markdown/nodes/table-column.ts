// The columns of a table: title, value type, and `<th>`.

import type { Block } from '../../engine/document.ts'
import { openTag } from '../html/tokens.ts'
import { type HtmlElement, isElement, withoutBlank } from '../html/tree.ts'
import { Pieces } from '../inlines/pieces.ts'
import { type Data, data, type InlineNode, soleText, text } from '../model.ts'
import { emojiText } from '../syntax/emoji.ts'
import type { ReadContext, WriteContext } from './contract.ts'

export interface Column {
  definition: Data
  hidden?: boolean
  role?: string
  width?: number
}

const roles = ['target', 'cover', 'cover-dark']

export function readColumn(th: HtmlElement, context: ReadContext): Column | undefined {
  const { attributes } = th
  const select = th.children.find((child) => isElement(child, 'select'))
  const title = th.children.filter((child) => child !== select)
  const inlines = context.htmlInlines(title) ?? linesOf(context.htmlBlocks(title))
  if (!inlines) return undefined
  const type = attributes['data-type'] ?? (select ? 'select' : 'text')
  const options = isElement(select) ? withoutBlank(select.children) : []
  if (!options.every((child) => isElement(child, 'option') && !withoutBlank(child.children).length)) return undefined
  return {
    definition: data({
      ...titled(inlines),
      type,
      ...readType(type, { ...attributes, ...(isElement(select) ? select.attributes : {}) }, options as HtmlElement[]),
    }),
    hidden: 'data-hidden' in attributes ? true : undefined,
    role: roles.find((role) => `data-card-${role}` in attributes),
    width:
      attributes.width === undefined || Number.isNaN(Number(attributes.width)) ? undefined : Number(attributes.width),
  }
}

/** Joins paragraphs as lines of one; undefined if there are other blocks. */
export function linesOf(blocks: Block[] | undefined): InlineNode[] | undefined {
  if (!blocks?.every(({ type, data }) => type === 'paragraph' && data?.align === undefined)) return undefined
  const pieces = new Pieces()
  for (const [at, { nodes }] of blocks.entries()) {
    if (at > 0) pieces.text('\n', [])
    for (const node of (nodes ?? []) as InlineNode[]) {
      if (node.object === 'inline') pieces.inline(node)
      else for (const { text: words, marks } of node.leaves) pieces.text(words, marks)
    }
  }
  return pieces.nodes()
}

// A title is plain text; a header cell with more than text is stored beside it.
export function titled(nodes: InlineNode[]): Data {
  const title = titleOf(nodes)
  return nodes.length === 0 || soleText(nodes) === title ? { title } : { title, heading: nodes }
}

function titleOf(nodes: InlineNode[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('')
      const { code, formula, label, alt, caption } = (node.data ?? {}) as Record<string, string>
      return code
        ? emojiText(code)
        : (formula ?? label ?? alt ?? caption ?? titleOf((node.nodes ?? []) as InlineNode[]))
    })
    .join('')
}

export const headingOf = ({ title, heading }: Data): InlineNode[] =>
  (heading as InlineNode[] | undefined) ?? [text(String(title ?? ''))]

function readType(type: string, attributes: Record<string, string>, options: HtmlElement[]): Data {
  const multiple = 'data-multiple' in attributes || 'multiple' in attributes
  if (type === 'text') return { textAlignment: attributes.align ?? 'left', verticalAlignment: attributes.valign }
  if (type === 'rating') return { max: Number(attributes['data-max'] ?? 5) }
  if (type === 'users') return { multiple }
  if (type === 'select')
    return {
      multiple,
      options: options.map(({ attributes: { value = '', label = '', color = '' } }) => ({ value, label, color })),
    }
  return {}
}

export function columnOf(id: string, { id: _id, ...definition }: Data, view: Data, shown: boolean): Column {
  const role = roles.find((_, at) => [view.targetDefinition, view.coverDefinition, view.coverDefinitionDark][at] === id)
  const width = (view.columnWidths as Record<string, number> | undefined)?.[id]
  return { definition, hidden: shown ? undefined : true, role, width }
}

export function writeColumn({ definition, hidden, role, width }: Column, context: WriteContext): string {
  const { type, max, multiple, options } = definition as Record<string, never>
  const attributes = {
    width,
    ...alignment(definition),
    'data-hidden': hidden,
    ...(role ? { [`data-card-${role}`]: true } : {}),
    'data-type': type === 'text' || (options as unknown[] | undefined)?.length ? undefined : type,
    'data-max': max,
    'data-multiple': (multiple === true && !(options as unknown[] | undefined)?.length) || undefined,
  }
  const list = ((options ?? []) as Data[])
    .map(
      ({ value, label, color }) => `${openTag('option', { value, label, color } as Record<string, string>)}</option>`,
    )
    .join('')
  const select = list ? `${openTag('select', { multiple })}${list}</select>` : ''
  return `${openTag('th', attributes)}${context.htmlInlines(headingOf(definition))}${select}</th>`
}

export const alignment = ({ textAlignment, verticalAlignment }: Data) => ({
  align: textAlignment && textAlignment !== 'left' ? (textAlignment as string) : undefined,
  valign: verticalAlignment as string | undefined,
})
