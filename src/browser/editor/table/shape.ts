// A table in the document and in the editor. Documents have records with values, where the value of a text cell names
// a fragment; here a table has rows, and a row has a cell for each column.
import { Fragment, type Node, type Schema } from 'prosemirror-model'
import type * as Doc from '../../../engine/document.ts'
import { dataIn, isSet } from '../../../render/fields.ts'
import type { Shape } from '../contract.ts'
import { columnIds, columnOf, type Data, tableData } from './data.ts'
import { ordered } from './order.ts'

export const isCellOfText = (node: Node): boolean => node.type.name === 'table_cell'

export const emptyCell = (schema: Schema, column: string, type: string): Node =>
  type === 'text'
    ? schema.nodes.table_cell!.create({ column }, schema.nodes.paragraph!.create())
    : schema.nodes.table_value!.create({ column })

export const emptyRow = (schema: Schema, data: Data): Node =>
  schema.nodes.table_row!.create(
    null,
    columnIds(data).map((id) => emptyCell(schema, id, columnOf(data, id).type)),
  )

type ReadBlock = Parameters<Shape['read']>[1]

/** Undefined if the table has a form that rows and cells cannot tell: then it is kept whole. */
function readTable(block: Doc.Block, readBlock: ReadBlock, schema: Schema): ReturnType<Shape['read']> {
  const { data: given = {}, nodes = [], fragments = [] } = block
  const { records, ...data } = given
  if (nodes.length > 0 || ![records, data.view, data.definition].every(isPlain)) return undefined
  const left = new Map(fragments.map((each) => [each.fragment, each]))
  if (left.size < fragments.length || left.has(undefined)) return undefined
  const rows = Object.entries(records as Data)
  if (!rows.every(([, record]) => isPlain(record) && isPlain(record.values ?? {}) && isText(record.orderIndex)))
    return undefined
  const order = (record: unknown) => String((record as Data).orderIndex)
  const sorted = rows.sort(([, one], [, other]) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0))
  const content = sorted.map(([id, record]) => readRow(id, record as Data, data, left, readBlock, schema))
  const attrs = { data, order: [...fragments.map(({ fragment }) => fragment!)], strays: [...left.values()] }
  return { attrs, content: Fragment.from(content) }
}

const isPlain = (value: unknown): value is Data => isSet(value) && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

function readRow(
  record: string,
  { orderIndex, values: given = {}, ...more }: Data,
  data: Data,
  left: Map<string | undefined, Doc.Fragment>,
  readBlock: ReadBlock,
  schema: Schema,
): Node {
  const ids = columnIds(data)
  const values = given as Data
  const cells = ids.map((column) => {
    const value = Object.hasOwn(values, column) ? (values[column] ?? null) : null
    if (columnOf(data, column).type !== 'text') return schema.nodes.table_value!.create({ column, value })
    const named = isText(value) ? left.get(value) : undefined
    if (!named) return schema.nodes.table_cell!.create({ column, value }, schema.nodes.paragraph!.create())
    left.delete(named.fragment)
    const { key = null, fragment, type = null, nodes } = named
    const inside = nodes.length > 0 ? nodes.map(readBlock) : [schema.nodes.paragraph!.create()]
    return schema.nodes.table_cell!.create({ column, key, fragment, type }, inside)
  })
  const rest = Object.fromEntries(Object.entries(values).filter(([column]) => !ids.includes(column)))
  return schema.nodes.table_row!.create({ record, orderIndex, more, rest }, cells)
}

/** A paragraph that only holds the cursor of an empty cell. */
const isFiller = (node: Node): boolean =>
  node.type.name === 'paragraph' && node.content.size === 0 && node.attrs.data === null && node.attrs.key === null

/** Whether a cell holds nothing but the cursor. */
export const isBlank = (cell: Node): boolean => cell.childCount === 1 && isFiller(cell.firstChild!)

function writeTable(table: Node, writeBlock: (node: Node) => Doc.Block): Partial<Doc.Block> {
  const written = new Map<string, Doc.Fragment>(
    (table.attrs.strays as Doc.Fragment[]).map((stray) => [stray.fragment!, stray]),
  )
  const places = ordered(table.children.map(({ attrs }) => attrs.orderIndex as string | null))
  const records = table.children.map((row, at) => {
    const { record, more, rest } = row.attrs
    const id = (record as string | null) ?? `row-${at + 1}`
    const values: Data = { ...rest }
    for (const cell of row.children) {
      const value = isCellOfText(cell) ? writeCell(cell, id, written, writeBlock) : cell.attrs.value
      if (value !== null) values[cell.attrs.column] = value
    }
    return [id, { ...more, orderIndex: places[at], values }] as const
  })
  const known = (table.attrs.order as string[]).filter((name) => written.has(name))
  const names = [...known, ...[...written.keys()].filter((name) => !known.includes(name))]
  return {
    data: { ...tableData(table), records: Object.fromEntries(records) },
    fragments: names.map((name) => written.get(name)!),
  }
}

/** The name of the cell's fragment, which is added to `written`; null if the cell has none. */
function writeCell(
  cell: Node,
  record: string,
  written: Map<string, Doc.Fragment>,
  writeBlock: (node: Node) => Doc.Block,
): unknown {
  const { column, key, fragment, type, value } = cell.attrs
  if (fragment === null && isBlank(cell)) return value
  const given = fragment ?? (isText(value) ? value : `${record}-${column}`)
  const name = written.has(given) ? `${record}-${column}` : given
  written.set(name, {
    object: 'fragment',
    ...(key !== null && { key }),
    fragment: name,
    ...(type !== null && { type }),
    nodes: isBlank(cell) ? [] : cell.children.map(writeBlock),
  })
  return name
}

export const tableShape: Shape = { read: readTable, write: writeTable }

/** The text in a table's column, row by row. */
export const textsOf = (table: Node, column: string): string[] =>
  table.children.map((row) => {
    const cell = row.children.find(({ attrs }) => attrs.column === column)
    return cell?.textContent ?? ''
  })

export const definitionIn = (data: Data, id: string): Data => dataIn(dataIn(data, 'definition'), id)
