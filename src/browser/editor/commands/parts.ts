// Blocks of parts: tabs, steps, columns, the items of a list, the rows of a table of text. A part has a title, if it
// begins with one, and blocks; whatever is made of parts has every word of them.
import type { Node } from 'prosemirror-model'
import { create, dataOf, paragraphOf } from '../blocks/making.ts'
import { nameOf, typeOf } from '../contract.ts'
import { schema } from '../schema.ts'
import { type Column, columnsOf, isShown, tableData } from '../table/data.ts'
import { isBlank } from '../table/shape.ts'

export interface Part {
  /** A heading or a paragraph. */
  title?: Node | undefined
  body: readonly Node[]
}

export const ARRANGEMENTS = ['tabs', 'stepper', 'columns'] as const

/** The parts of a block; undefined if it has none. */
export function partsOf(node: Node): readonly Part[] | undefined {
  const type = typeOf(node)
  if (type === 'tabs') return node.children.map(tabPart)
  if (type === 'stepper') return node.children.map((step) => partOf(step.children, isHeading))
  if (type === 'columns') return node.children.map((column) => partOf(column.children, isHeading))
  if (type.startsWith('list-')) return node.children.map((item) => partOf(item.children, isTextual))
  return type === 'table' && isPlainTable(node) ? rowParts(node) : undefined
}

const isHeading = (node: Node): boolean => typeOf(node).startsWith('heading-')
const isTextual = (node: Node): boolean => isHeading(node) || typeOf(node) === 'paragraph'

function partOf(children: readonly Node[], isTitle: (node: Node) => boolean): Part {
  const [first, ...rest] = children
  return first && isTitle(first) ? { title: first, body: rest } : { body: children }
}

function tabPart(tab: Node): Part {
  const { title } = dataOf(tab)
  return { title: title ? paragraphOf(schema, String(title)) : undefined, body: tab.children }
}

const as = (type: string, { content }: Node): Node => schema.nodes[nameOf(type)]!.create({ data: {} }, content)

const filled = (blocks: readonly Node[]): readonly Node[] => (blocks.length > 0 ? blocks : [paragraphOf(schema)])

/** All of a part, its title as a heading. */
const wholeOf = ({ title, body }: Part): readonly Node[] =>
  title ? [isHeading(title) ? title : as('heading-3', title), ...body] : body

/** The blocks of all parts, one after the other. */
export const inOrder = (parts: readonly Part[]): Node[] => parts.flatMap(wholeOf)

/** The name of a tab is plain text: a title with more in it stays in the tab. */
function tabOf(part: Part): Node {
  const { title, body } = part
  const isPlain = title?.children.every(({ isText }) => isText)
  const inside = filled(isPlain ? body : wholeOf(part))
  return create(schema, 'tabs-item', isPlain ? { title: title!.textContent } : {}, inside)
}

function expandableOf({ title, body }: Part): Node {
  const part = (type: string, nodes: readonly Node[]) =>
    schema.nodes[nameOf(type)]!.create({ fragment: type, type }, nodes)
  const named = title ? as('paragraph', title) : paragraphOf(schema)
  const parts = [part('expandable-title', [named]), part('expandable-body', filled(body))]
  return schema.nodes.expandable!.create({ data: {}, isVoid: true }, parts)
}

/** A part without a title is named by its first words. */
export const expandablesOf = (parts: readonly Part[]): Node[] =>
  parts.map((part) => expandableOf(part.title ? part : partOf(part.body, isTextual)))

export const listOf = (parts: readonly Part[], type: string, item: Record<string, unknown>): Node => {
  const items = parts.map(({ title, body }) =>
    create(schema, 'list-item', item, filled(title ? [as('paragraph', title), ...body] : body)),
  )
  return create(schema, type, {}, items)
}

export function arrangementOf(parts: readonly Part[], to: (typeof ARRANGEMENTS)[number]): Node {
  if (to === 'tabs') return create(schema, to, {}, parts.map(tabOf))
  const type = to === 'stepper' ? 'stepper-step' : 'column'
  const made = parts.map((part) => create(schema, type, {}, filled(wholeOf(part))))
  return schema.nodes[to]!.create({ data: {}, ...(to === 'columns' && { isVoid: false }) }, made)
}

/** Only words, all of them shown. */
const isPlainTable = (table: Node): boolean =>
  table.childCount > 0 &&
  (table.attrs.strays as unknown[]).length === 0 &&
  columnsOf(tableData(table)).every(({ id, type }) => type === 'text' && isShown(tableData(table), id))

/** Each row as paragraphs that begin with the titles of their columns. */
const rowParts = (table: Node): Part[] => {
  const columns = new Map(columnsOf(tableData(table)).map((column) => [column.id, column]))
  return table.children.map((row) => ({
    body: row.children.flatMap((cell) => cellBlocks(cell, columns.get(cell.attrs.column as string))),
  }))
}

function cellBlocks(cell: Node, column: Column | undefined): readonly Node[] {
  const inside = isBlank(cell) ? [] : cell.children
  const [first, ...rest] = inside
  if (!column?.title.trim()) return inside
  const isJoined = first?.type === schema.nodes.paragraph
  const label = schema.text(isJoined && first!.content.size > 0 ? `${column.title}: ` : `${column.title}:`)
  const begun = schema.nodes.paragraph!.create({ data: {} }, isJoined ? [label, ...first!.children] : [label])
  return [begun, ...(isJoined ? rest : inside)]
}
