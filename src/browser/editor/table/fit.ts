// Every row has a cell for each column, whatever was deleted or pasted; every row has an id of its own.
import { type Node, Fragment as Nodes, type Schema } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { newKey } from '../../random.ts'
import { type Column, columnsOf, optionsOf, tableData } from './data.ts'
import { emptyCell, isCellOfText } from './shape.ts'

const isOfType = (cell: Node, { type }: Column): boolean => isCellOfText(cell) === (type === 'text')

const fits = (row: Node, columns: readonly Column[]): boolean =>
  row.childCount === columns.length &&
  columns.every((column, at) => row.child(at).attrs.column === column.id && isOfType(row.child(at), column))

const YES = /^(true|yes|x|✓|✔|1)$/i

/** What a text means in a column of a type. */
function meaningOf(text: string, column: Column): unknown {
  const { type } = column
  if (text === '') return null
  if (type === 'checkbox') return YES.test(text)
  if (type === 'number' || type === 'rating') return Number.isFinite(Number(text)) ? Number(text) : null
  if (type !== 'select') return null
  const found = optionsOf(column).find(({ label, value }) => label === text || value === text)
  return found ? [found.value] : null
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : ['number', 'string'].includes(typeof value) ? String(value) : ''

/** The cell in another type of column: what can be told stays. */
function converted(cell: Node, column: Column, schema: Schema): Node {
  const { table_cell: text, table_value: value, paragraph } = schema.nodes
  if (isOfType(cell, column)) return cell
  if (column.type !== 'text') return value!.create({ column: column.id, value: meaningOf(cell.textContent, column) })
  const said = textOf(cell.attrs.value)
  return said === ''
    ? emptyCell(schema, column.id, 'text')
    : text!.create({ column: column.id }, paragraph!.create({ data: {} }, schema.text(said)))
}

function fitted(row: Node, columns: readonly Column[]): Node[] {
  const { schema } = row.type
  const byColumn = new Map(row.children.map((cell) => [cell.attrs.column as string | null, cell]))
  const placeless = row.children.filter(({ attrs }) => attrs.column === null)
  return columns.map((column) => {
    const cell = byColumn.get(column.id) ?? placeless.shift()
    if (!cell) return emptyCell(schema, column.id, column.type)
    const placed = cell.type.create({ ...cell.attrs, column: column.id }, cell.content)
    return cell.attrs.column === column.id ? converted(cell, column, schema) : converted(placed, column, schema)
  })
}

/** Changes only the cells that are missing, too many or of another type, so that the cursor stays in the others. */
function fitRow(transaction: Transaction, row: Node, start: number, columns: readonly Column[]): void {
  const wanted = fitted(row, columns)
  const kept = row.children.filter((cell) => wanted.includes(cell))
  const isSorted = kept.every((cell, at) => at === 0 || wanted.indexOf(kept[at - 1]!) < wanted.indexOf(cell))
  if (!isSorted) {
    transaction.replaceWith(start + 1, start + row.nodeSize - 1, Nodes.from(wanted))
    return
  }
  let end = start + row.nodeSize - 1
  let next = wanted.length
  for (const cell of row.children.toReversed()) {
    const at = wanted.indexOf(cell)
    const before = end - cell.nodeSize
    if (at < 0) transaction.delete(before, end)
    else {
      transaction.insert(end, Nodes.from(wanted.slice(at + 1, next)))
      next = at
    }
    end = before
  }
  transaction.insert(start + 1, Nodes.from(wanted.slice(0, next)))
}

/** Tables that are as they should be. */
const known = new WeakSet<Node>()

function tablesIn(doc: Node): { table: Node; at: number }[] {
  const found: { table: Node; at: number }[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'table' && !known.has(node)) found.push({ table: node, at })
    return !node.isTextblock
  })
  return found.reverse()
}

function fitTable(transaction: Transaction, table: Node, at: number, mint: () => string): void {
  const columns = columnsOf(tableData(table))
  const before = transaction.steps.length
  const taken = new Set<string>()
  const rows: { row: Node; start: number; isDouble: boolean }[] = []
  table.forEach((row, offset) => {
    const { record } = row.attrs
    rows.push({ row, start: at + 1 + offset, isDouble: record === null || taken.has(record) })
    taken.add(record)
  })
  for (const { row, start, isDouble } of rows.reverse()) {
    if (!fits(row, columns)) fitRow(transaction, row, start, columns)
    if (!isDouble) continue
    transaction.setNodeMarkup(start, null, { ...row.attrs, record: mint(), orderIndex: null })
    const made = transaction.doc.nodeAt(start)!
    made.forEach((cell, offset) => {
      if (isCellOfText(cell) && cell.attrs.fragment !== null)
        transaction.setNodeMarkup(start + 1 + offset, null, { ...cell.attrs, key: null, fragment: null, value: null })
    })
  }
  if (transaction.steps.length === before) known.add(table)
}

export const fitTables = (mint: () => string = newKey): Plugin =>
  new Plugin({
    appendTransaction(transactions, _before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      for (const { table, at } of tablesIn(doc)) fitTable(tr, table, at, mint)
      return tr.docChanged ? tr : null
    },
  })
