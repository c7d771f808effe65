// HTML cells that span columns or rows: the content is in the first cell, the others are empty, and the table records
// the span.

import type { HtmlElement } from '../html/tree.ts'
import { type Cell, isEmptyCell } from './table-cell.ts'
import { columnId, type Grid, recordId } from './table-grid.ts'
import { MAX_FILLED_CELLS } from './table-size.ts'

interface Merge {
  anchor: { record: string; column: string }
  rowSpan: number
  colSpan: number
}

export interface Spread {
  /** Undefined if another cell covers it. */
  rows: (HtmlElement | undefined)[][]
  merges: Merge[]
}

const MAX_SPAN = 50
const spanOf = (value = '1') => (/^\d{1,4}$/.test(value) ? Math.min(Math.max(Number(value), 1), MAX_SPAN) : 1)

/**
 * The first row is the header, which is not a record and not merged. Returns undefined if spans cover far more cells
 * than there are.
 */
export function spread(rows: HtmlElement[][]): Spread | undefined {
  const placed = rows.map((): (HtmlElement | undefined)[] => [])
  const merges: Merge[] = []
  let left = MAX_FILLED_CELLS + 2 * rows.reduce((sum, row) => sum + row.length, 0)
  for (const [row, cells] of rows.entries()) {
    const line = placed[row]!
    let column = 0
    for (const cell of cells) {
      while (column in line) column++
      const rowSpan = row === 0 ? 1 : Math.min(spanOf(cell.attributes.rowspan), rows.length - row)
      const colSpan = spanOf(cell.attributes.colspan)
      left -= rowSpan * colSpan
      if (left < 0) return undefined
      for (let down = 0; down < rowSpan; down++)
        for (let right = 0; right < colSpan; right++) placed[row + down]![column + right] = undefined
      line[column] = cell
      if (row > 0 && rowSpan * colSpan > 1)
        merges.push({ anchor: { record: recordId(row - 1), column: columnId(column) }, rowSpan, colSpan })
      column += colSpan
    }
  }
  return { rows: placed, merges }
}

/** What is written of a cell: its attributes, or nothing where another cell covers it. */
export type Span = { colspan?: number | undefined; rowspan?: number | undefined } | 'covered'

/**
 * Returns the spans of all cells, by row. Undefined if there are none, or if reading them would not give exactly these
 * merges: for example if they overlap, or a covered cell has content.
 */
export function spansOf(merges: unknown, { columns, rows }: Grid): Span[][] | undefined {
  if (!Array.isArray(merges) || merges.length === 0 || rows.length * columns.length > MAX_FILLED_CELLS) return undefined
  const spans = rows.map((row) => row.map((): Span => ({})))
  let previous = -1
  for (const merge of merges) {
    const place = placeOf(merge)
    if (!place || place.row * columns.length + place.column <= previous) return undefined
    previous = place.row * columns.length + place.column
    if (!cover(spans, rows, place)) return undefined
  }
  return spans.every((row) => row.some((span) => span !== 'covered')) ? spans : undefined
}

interface Place {
  row: number
  column: number
  rowSpan: number
  colSpan: number
}

const isSpan = (value: number) => Number.isInteger(value) && value >= 1 && value <= MAX_SPAN

/** Undefined unless reading a span gives the same merge. */
function placeOf(merge: Partial<Merge> | null): Place | undefined {
  const { anchor, rowSpan = 0, colSpan = 0, ...others } = merge ?? {}
  const row = Number(/^r(\d+)$/.exec(String(anchor?.record))?.[1]) - 1
  const column = Number(/^c(\d+)$/.exec(String(anchor?.column))?.[1]) - 1
  const isExact = anchor?.record === recordId(row) && anchor.column === columnId(column)
  const hasOthers = Object.keys(others).length > 0 || Object.keys(anchor ?? {}).length !== 2
  if (!isExact || hasOthers || !isSpan(rowSpan) || !isSpan(colSpan) || rowSpan * colSpan === 1) return undefined
  return { row, column, rowSpan, colSpan }
}

/** Marks the cells of a merge; false if one of them does not exist, belongs to another merge or has content. */
function cover(spans: Span[][], rows: Cell[][], { row, column, rowSpan, colSpan }: Place): boolean {
  for (let down = row; down < row + rowSpan; down++)
    for (let right = column; right < column + colSpan; right++) {
      const isAnchor = down === row && right === column
      const span = spans[down]?.[right]
      if (span === undefined || span === 'covered' || span.colspan || span.rowspan) return false
      if (!isAnchor && !isEmptyCell(rows[down]![right]!)) return false
      spans[down]![right] = isAnchor ? spanAttributes(rowSpan, colSpan) : 'covered'
    }
  return true
}

const spanAttributes = (rowSpan: number, colSpan: number): Span => ({
  colspan: colSpan > 1 ? colSpan : undefined,
  rowspan: rowSpan > 1 ? rowSpan : undefined,
})
