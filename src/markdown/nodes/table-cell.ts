// The cells of an HTML table: what each type of column writes between `<td>` and `</td>`, and its `<th>`.

import type { Block } from '../../engine/document.ts'
import { decodeEntities, escapeHtml, openTag } from '../html/tokens.ts'
import { type HtmlElement, type HtmlNode, isElement, solid } from '../html/tree.ts'
import { type Data, data, filled, type InlineNode, soleText, text } from '../model.ts'
import type { ContentRef } from '../options.ts'
import { toMdast } from '../syntax/dialect.ts'
import { emojiText } from '../syntax/emoji.ts'
import type { ReadContext, WriteContext } from './contract.ts'
import { isEmptyBody, labelOf } from './tags.ts'

export interface Column {
  definition: Data
  hidden?: boolean
  role?: string
  width?: number
}

export interface Cell {
  blocks?: Block[]
  value?: unknown
}

const roles = ['target', 'cover', 'cover-dark']

export function readColumn(th: HtmlElement, context: ReadContext): Column | undefined {
  const { attributes } = th
  const select = th.children.find((child) => isElement(child, 'select'))
  const title = th.children.filter((child) => child !== select)
  const inlines = context.htmlInlines(title)
  if (!inlines) return undefined
  const type = attributes['data-type'] ?? (select ? 'select' : 'text')
  const options = isElement(select) ? solid(select.children) : []
  if (!options.every((child) => isElement(child, 'option') && !solid(child.children).length)) return undefined
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

// A title is a plain string; a heading cell that holds more than text is kept beside it.
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
    .map((each) => `${openTag('option', each as Record<string, string>)}</option>`)
    .join('')
  const select = list ? `${openTag('select', { multiple })}${list}</select>` : ''
  return `${openTag('th', attributes)}${context.htmlInlines(headingOf(definition))}${select}</th>`
}

const alignment = ({ textAlignment, verticalAlignment }: Data) => ({
  align: textAlignment && textAlignment !== 'left' ? (textAlignment as string) : undefined,
  valign: verticalAlignment as string | undefined,
})

export const cellOf = (column: Column | undefined): Cell | undefined =>
  column && (column.definition.type === 'text' ? { blocks: filled([]) } : {})

export function readCell(td: HtmlElement, column: Column, context: ReadContext): Cell | undefined {
  const type = String(column.definition.type)
  if (type === 'text') return readText(td, context)
  const nodes = solid(td.children)
  const source = nodes
    .map((node) => (node.kind === 'text' ? node.value : ''))
    .join('')
    .trim()
  const isText = nodes.every((node) => node.kind === 'text')
  if (!nodes.length) return {}
  if ('data-json' in td.attributes) return isText ? readJson(source) : undefined
  const links = linksIn(nodes)
  const value =
    isText && Object.hasOwn(textual, type) ? textual[type]?.(source) : links && linked[type]?.(links, td, context)
  return value === undefined ? undefined : { value }
}

function readJson(source: string): Cell | undefined {
  try {
    return { value: JSON.parse(source) }
  } catch {
    return undefined
  }
}

function readText(td: HtmlElement, context: ReadContext): Cell | undefined {
  if ('data-markdown' in td.attributes) {
    if (td.children.some((node) => node.kind !== 'text')) return undefined
    const source = td.children.map((node) => decodeEntities(node.raw)).join('')
    return { blocks: filled(context.blocks(toMdast(source).children)) }
  }
  const blocks = context.htmlBlocks(td.children)
  return blocks && { blocks: filled(blocks) }
}

const numeric = (source: string) => (source !== '' && String(Number(source)) === source ? Number(source) : undefined)

const textual: Record<string, (source: string) => unknown> = {
  number: numeric,
  rating: numeric,
  checkbox: (source) => (source === 'true' ? true : source === 'false' ? false : undefined),
  users: (source) => source.split(', '),
}

// Elements with plain labels and nothing but commas between them.
function linksIn(nodes: HtmlNode[]): HtmlElement[] | undefined {
  const links = nodes.filter((node) => isElement(node))
  const isPlain = links.every(({ attributes, children }) => !attributes.title && children.every(isTextNode))
  const isAll = nodes.every((node) => isElement(node) || (node.kind === 'text' && /^[\s,]*$/.test(node.value)))
  return isPlain && isAll ? links : undefined
}

const isTextNode = (node: HtmlNode) => node.kind === 'text'

type Linked = (nodes: HtmlElement[], td: HtmlElement, context: ReadContext) => unknown
const textIn = (node: HtmlElement) => node.children.map((child) => (child.kind === 'text' ? child.value : '')).join('')

const linked: Record<string, Linked> = {
  'content-ref': ([a, ...more], _td, context) => {
    const href = a?.attributes.href
    if (!a || href === undefined || more.length) return undefined
    const ref = context.options.resolveLink(href)
    return textIn(a) === labelOf(href) ? ref : { ...ref, label: textIn(a) }
  },
  image: ([a, ...more], td, context) => {
    const href = a?.attributes.href ?? a?.attributes.src
    if (href === undefined || a?.attributes.alt || more.length) return undefined
    const ref = context.options.resolveFile(href)
    const [objectFit, alt] = [td.attributes['data-object-fit'], td.attributes['data-alt']]
    return objectFit === undefined && alt === undefined ? ref : data({ ref, objectFit, alt })
  },
  files: (nodes, _td, context) => {
    const refs = nodes.map((a) => context.options.resolveFile(a.attributes.href ?? ''))
    return refs.map((ref) => (ref.kind === 'file' && Object.keys(ref).length === 2 ? ref.file : ref))
  },
  select: (nodes) =>
    nodes.every((node) => node.attributes['data-option'] !== undefined)
      ? nodes.map((node) => node.attributes['data-option'])
      : undefined,
}

export function writeCell(cell: Cell, column: Column, context: WriteContext): string {
  const { attributes, content } = cell.blocks
    ? writeText(cell.blocks, context)
    : writeValue(cell.value, column.definition, context)
  return `${openTag('td', { ...alignment(column.definition), ...attributes })}${content}</td>`
}

interface Written {
  attributes: Record<string, string | boolean | undefined>
  content: string
}

function writeText(blocks: Block[], context: WriteContext): Written {
  if (isEmptyBody(blocks)) return { attributes: {}, content: '' }
  const noted = context.notes.length
  const html = context.htmlBlocks(blocks)
  if (html !== undefined) return { attributes: {}, content: html }
  context.notes.length = noted
  return {
    attributes: { 'data-markdown': true },
    content: escapeHtml(context.markdown(blocks)).replace(/\n/g, '&#xA;'),
  }
}

function writeValue(value: unknown, definition: Data, context: WriteContext): Written {
  if (value === undefined) return { attributes: {}, content: '' }
  const type = String(definition.type)
  const content = Object.hasOwn(valueWriters, type)
    ? valueWriters[type]?.(value as never, definition, context)
    : undefined
  if (content) return { attributes: imageAttributes(value, type), content }
  return { attributes: { 'data-json': true }, content: escapeHtml(JSON.stringify(value)) }
}

const anchor = (href: string, label: string) => `${openTag('a', { href })}${escapeHtml(label)}</a>`
const isSimple = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))
const simple = (value: unknown) => (isSimple(value) ? String(value) : undefined)

const imageAttributes = (value: unknown, type: string) => {
  const { ref, objectFit, alt } = (value ?? {}) as Record<string, string>
  return type === 'image' && ref ? { 'data-object-fit': objectFit, 'data-alt': alt } : {}
}

const valueWriters: Record<string, (value: never, definition: Data, context: WriteContext) => string | undefined> = {
  number: simple,
  rating: simple,
  checkbox: simple,
  users: (ids: string[]) =>
    Array.isArray(ids) && ids.length && ids.every((id) => /^[\w-]+$/.test(id)) ? ids.join(', ') : undefined,
  'content-ref': (value: ContentRef & { label?: string }, _definition, context) => {
    const { label, ...ref } = value ?? {}
    if (!value?.kind) return undefined
    const href = context.options.linkTo(ref as ContentRef)
    return anchor(href, label ?? labelOf(href))
  },
  image: (value: ContentRef & { ref?: ContentRef }, _definition, context) => {
    if (!value?.kind && !value?.ref) return undefined
    const href = context.options.fileTo(value.ref ?? value)
    return anchor(href, labelOf(href))
  },
  files: (values: (string | ContentRef)[], _definition, context) => {
    if (!Array.isArray(values)) return undefined
    const hrefs = values.map((each) =>
      context.options.fileTo(typeof each === 'string' ? { kind: 'file', file: each } : each),
    )
    return hrefs.map((href) => anchor(href, labelOf(href))).join('')
  },
  select: (values: string[], definition) => {
    const labels = new Map(((definition.options ?? []) as Data[]).map(({ value, label }) => [value, label]))
    if (!Array.isArray(values)) return undefined
    return values
      .map(
        (value) =>
          `${openTag('span', { 'data-option': value })}${escapeHtml(String(labels.get(value) ?? value))}</span>`,
      )
      .join(', ')
  },
}
