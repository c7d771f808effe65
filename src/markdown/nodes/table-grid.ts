// Converts between a table block and its columns and rows. The ids of columns, records and cells are positions: `c1`,
// `r1`, `r1-c1`.

import type { Block, Fragment } from '../../engine/document.ts'
import { type Data, data, paragraph } from '../model.ts'
import type { Cell } from './table-cell.ts'
import { type Column, columnOf } from './table-column.ts'

export interface Grid {
  columns: Column[]
  rows: Cell[][]
  view: Data
  fields: Data
}

export const recordId = (row: number) => `r${row + 1}`
export const columnId = (column: number) => `c${column + 1}`
const cellId = (row: number, column: number) => `${recordId(row)}-${columnId(column)}`

export function build({ columns, rows, view, fields }: Grid): Block {
  const fragments: Fragment[] = []
  const records = rows.map((cells, row) => {
    const values = cells.map((cell, column) => {
      if (!cell.blocks) return [columnId(column), cell.value] as const
      fragments.push({ object: 'fragment', fragment: cellId(row, column), nodes: cell.blocks })
      return [columnId(column), cellId(row, column)] as const
    })
    const given = values.filter(([, value]) => value !== undefined)
    return [recordId(row), { orderIndex: String(row).padStart(6, '0'), values: Object.fromEntries(given) }] as const
  })
  const definition = Object.fromEntries(
    columns.map((column, at) => [columnId(at), { id: columnId(at), ...column.definition }]),
  )
  const shown = columns.flatMap((column, at) => (column.hidden ? [] : [columnId(at)]))
  const table = data({
    view: data({ ...view, columns: shown }),
    records: Object.fromEntries(records),
    definition,
    ...fields,
  })
  return { object: 'block', type: 'table', isVoid: true, data: table, fragments }
}

/** Builds a table of text from its headings and the blocks of its cells. */
export function textTable(heads: string[], rows: Block[][][]): Block {
  const columns = heads.map((title): Column => ({ definition: { title, type: 'text', textAlignment: 'left' } }))
  const cells = rows.map((row) => row.map((blocks): Cell => ({ blocks })))
  return build({ columns, rows: cells, view: { type: 'grid', hideHeader: false }, fields: {} })
}

// Stored objects do not preserve key order. If the visible columns are sorted by id, the hidden ones go among them;
// otherwise they come last.
function columnIds(shown: string[], hidden: string[]): string[] {
  const position = (id: string) => Number(/^c(\d+)$/.exec(id)?.[1] ?? Number.NaN)
  const isInOrder = shown.every((id, at) => at === 0 || position(shown[at - 1] as string) < position(id))
  const last = hidden.sort((a, b) => position(a) - position(b) || 0)
  const isNumbered = [...shown, ...hidden].every((id) => !Number.isNaN(position(id)))
  return isInOrder && isNumbered ? [...shown, ...last].sort((a, b) => position(a) - position(b)) : [...shown, ...last]
}

// Reads a table block as columns and rows.
export function gridOf(block: Block): Grid {
  const { view, records, definition, ...fields } = block.data as {
    view: Data
    records: Record<string, TableRecord>
    definition: Record<string, Data>
    cellMerges?: unknown
  }
  const shown = (view.columns as string[]).filter((id) => definition[id])
  const visible = new Set(shown)
  const ids = columnIds(
    shown,
    Object.keys(definition).filter((id) => !visible.has(id)),
  )
  const byName = new Map((block.fragments ?? []).map((each) => [each.fragment, each.nodes]))
  const columns = ids.map((id) => columnOf(id, definition[id] ?? {}, view, visible.has(id)))
  const sorted = Object.entries(records).sort(([, a], [, b]) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
  const rows = sorted.map(([, { values }]) =>
    ids.map((id, at): Cell => {
      const isText = columns[at]?.definition.type === 'text'
      return isText ? { blocks: byName.get(values[id] as string) ?? [paragraph([])] } : { value: values[id] }
    }),
  )
  const cellMerges = mergesByPosition(
    fields.cellMerges,
    sorted.map(([id]) => id),
    ids,
  )
  return { columns, rows, view, fields: { ...fields, cellMerges } }
}

interface TableMerge {
  anchor?: { record: string; column: string } | null
}

// The ids of records and columns become positions when the table is read again, so merges name positions too.
function mergesByPosition(merges: unknown, records: string[], columns: string[]): unknown {
  if (!Array.isArray(merges)) return merges
  const recordIds = new Map(records.map((id, at) => [id, recordId(at)]))
  const columnIds = new Map(columns.map((id, at) => [id, columnId(at)]))
  return merges.map((merge: TableMerge | null) => {
    if (typeof merge?.anchor !== 'object' || merge.anchor === null) return merge
    const { record, column } = merge.anchor
    const anchor = { ...merge.anchor, record: recordIds.get(record) ?? record, column: columnIds.get(column) ?? column }
    return { ...merge, anchor }
  })
}

interface TableRecord {
  orderIndex: string
  values: Record<string, unknown>
}
