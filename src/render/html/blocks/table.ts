// Tables, as a grid or as cards. A wide one scrolls in its place.
import type { Change } from '../../../engine/comparison/change.ts'
import { dataIn, dataOf, textIn } from '../../fields.ts'
import { type Column, type Grid, gridOf, type Row, spans } from '../../grid.ts'
import { drawCards } from '../cards.ts'
import { changeOf } from '../changes.ts'
import type { Block, Context, Format } from '../contract.ts'
import { drawCell, drawHead } from '../table-cells.ts'
import { attributes, type Html, html } from '../template.ts'

const END = new Set(['number'])

const alignOf = ({ align, type }: Column): string | undefined =>
  align === 'center' ? 'center' : align === 'right' || (align === 'start' && END.has(type)) ? 'n' : undefined

const headOf = (grid: Grid, context: Context): Html => {
  const cells = grid.columns.map(
    (column) => html`<th${attributes({ scope: 'col', class: alignOf(column) })}>${drawHead(column, context)}</th>`,
  )
  return html`<thead><tr>${cells}</tr></thead>`
}

function rowsOf(grid: Grid, change: Change | undefined, context: Context): Html[] {
  const spanAt = spans(grid)
  return grid.rows.map((row, down) => {
    const cells = grid.columns.flatMap((column, across) => {
      const span = spanAt(row, column, { down, across })
      return span ? [cellOf(row, column, span, change, context)] : []
    })
    return html`<tr${attributes({ class: change?.rows?.get(row.id) })}>${cells}</tr>`
  })
}

interface Span {
  across: number
  down: number
}

function cellOf(row: Row, column: Column, span: Span, change: Change | undefined, context: Context): Html {
  const own = attributes({
    class: alignOf(column),
    colspan: span.across > 1 && span.across,
    rowspan: span.down > 1 && span.down,
  })
  const body = drawCell(row, column, context)
  const former = change?.cells?.get(row.id)
  if (!former?.has(column.id)) return html`<td${own}>${body}</td>`
  const was = drawCell({ ...row, values: { [column.id]: former.get(column.id) } }, column, context)
  return html`<td${own}><del>${was}</del> <ins>${body}</ins></td>`
}

/** Widths in pixels, where the author has set any. */
const widthsOf = ({ columns }: Grid): Html | undefined =>
  columns.some(({ width }) => width !== undefined)
    ? html`<colgroup>${columns.map(({ width }) => html`<col${attributes({ width })}>`)}</colgroup>`
    : undefined

function drawTable(block: Block, context: Context): Html {
  const grid = gridOf(block)
  const view = dataIn(dataOf(block), 'view')
  if (grid.isCards) return drawCards(grid, view.cardSize === 'large', textIn(view, 'coverDefinitionDark'), context)
  const inner = context.within()
  const classes = ['table block', dataOf(block).fullWidth === true && 'wide']
  const own = attributes({ class: classes, role: 'group', 'aria-label': context.words.table, tabindex: 0 })
  const head = grid.hasHead ? headOf(grid, inner) : undefined
  return html`<div${own}><table>${widthsOf(grid)}${head}<tbody>${rowsOf(grid, changeOf(block), inner)}</tbody></table></div>`
}

export const table: Format = { blocks: { table: drawTable } }
