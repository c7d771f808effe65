// HTML tables on one line, for everything that pipe tables cannot express.

import type { Block } from '../../engine/document.ts'
import { findData } from '../../lib/json.ts'
import { openTag } from '../html/tokens.ts'
import { type HtmlElement, isElement, withoutBlank } from '../html/tree.ts'
import type { Data } from '../model.ts'
import type { ReadContext, WriteContext } from './contract.ts'
import { type Cell, cellOf, readCell, writeCell } from './table-cell.ts'
import { type Column, readColumn, writeColumn } from './table-column.ts'
import { build, type Grid } from './table-grid.ts'
import { isGrid } from './table-size.ts'
import { spansOf, spread } from './table-spans.ts'

const flags = { 'data-full-width': 'fullWidth', 'data-search': 'search' } as const
const bool = (value: string | undefined) => (value === undefined ? undefined : value !== 'false')

export function readHtml(table: HtmlElement, context: ReadContext): Block[] | undefined {
  const { rows, merges: spans } = spread(rowsOf(table) ?? []) ?? { rows: [], merges: [] }
  const [head, ...body] = rows
  if (!head || rows.some((row) => row.length > head.length) || !isGrid(rows, head.length)) return undefined
  const columns = head.map((cell) => (cell ? readColumn(cell, context) : untitled()))
  const cells = body.map((row) =>
    columns.map((column, at) => (column && row[at] ? readCell(row[at], column, context) : cellOf(column))),
  )
  if (columns.some((column) => !column) || cells.some((row) => row.some((cell) => !cell))) return undefined
  const { attributes } = table
  const fields = Object.fromEntries(Object.entries(flags).map(([name, field]) => [field, bool(attributes[name])]))
  const merges = attributes['data-cell-merges'] ?? (spans.length > 0 ? JSON.stringify(spans) : undefined)
  const grid = {
    columns: columns as Column[],
    rows: cells as Cell[][],
    view: readView(attributes, columns as Column[]),
  }
  return [build({ ...grid, fields: { ...fields, cellMerges: merges === undefined ? undefined : findData(merges) } })]
}

const untitled = (): Column => ({ definition: { title: '', type: 'text', textAlignment: 'left' } })

// The rows of `<thead>`, `<tbody>` and `<tfoot>`, or of the table itself; undefined if the table has other content.
function rowsOf(table: HtmlElement): HtmlElement[][] | undefined {
  const sections = withoutBlank(table.children)
  const rows = sections.flatMap((node) =>
    isElement(node, 'thead', 'tbody', 'tfoot') ? withoutBlank(node.children) : [node],
  )
  const cells = rows.map((row) => (isElement(row, 'tr') ? withoutBlank(row.children) : []))
  const isTable = cells.every((row) => row.length && row.every((cell) => isElement(cell, 'th', 'td')))
  return isTable && rows.length ? (cells as HtmlElement[][]) : undefined
}

function readView(attributes: Record<string, string>, columns: Column[]): Data {
  const at = (role: string) => {
    const index = columns.findIndex((column) => column.role === role)
    return index < 0 ? undefined : `c${index + 1}`
  }
  if (attributes['data-view'] === 'cards') {
    return {
      type: 'cards',
      cardSize: attributes['data-card-size'] ?? 'medium',
      targetDefinition: at('target'),
      coverDefinition: at('cover'),
      coverDefinitionDark: at('cover-dark'),
      hideColumnTitle: bool(attributes['data-column-title-hidden']),
      wrap: bool(attributes['data-card-wrap']),
    }
  }
  const widths = columns.flatMap((column, index) =>
    column.width === undefined ? [] : [[`c${index + 1}`, column.width] as const],
  )
  return {
    type: 'grid',
    hideHeader: bool(attributes['data-header-hidden']) ?? false,
    columnWidths: widths.length ? Object.fromEntries(widths) : undefined,
    stickyHeader: bool(attributes['data-sticky-header']),
    stickyFirstColumn: bool(attributes['data-sticky-first-column']),
    useNewSizing: bool(attributes['data-new-sizing']),
  }
}

const word = (value: unknown) => (value === undefined ? undefined : String(value))

export function writeHtml(grid: Grid, context: WriteContext): string {
  const { columns, rows, view, fields } = grid
  const spans = spansOf(fields.cellMerges, grid)
  const attributes = {
    'data-header-hidden': view.hideHeader === true || undefined,
    'data-sticky-header': word(view.stickyHeader),
    'data-sticky-first-column': word(view.stickyFirstColumn),
    'data-new-sizing': word(view.useNewSizing),
    'data-full-width': word(fields.fullWidth),
    'data-search': word(fields.search),
    'data-cell-merges': spans || fields.cellMerges === undefined ? undefined : JSON.stringify(fields.cellMerges),
    'data-card-size': view.cardSize === 'medium' ? undefined : word(view.cardSize),
    'data-card-wrap': word(view.wrap),
    'data-column-title-hidden': word(view.hideColumnTitle),
    'data-view': view.type === 'cards' ? 'cards' : undefined,
  }
  const head = columns.map((column) => writeColumn(column, context)).join('')
  const body = rows.map((row, down) => {
    const cells = row.map((cell, at) => {
      const span = spans?.[down]?.[at] ?? {}
      return span === 'covered' ? '' : writeCell(cell, columns[at] as Column, context, span)
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `${openTag('table', attributes)}<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
