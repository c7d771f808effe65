// Tables break across pages and repeat their header. Column widths follow the length of their text.

import { type Column, type Grid, gridOf, spans } from '../../grid.ts'
import { cardsCode, cardsLayout } from '../cards.ts'
import { array, bool, type Code, call, fraction, int, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'
import { cellCode, cellLayout, cellText, headCode } from '../table-cells.ts'

const MIN_WEIGHT = 4
const MAX_WEIGHT = 60

/** The relative width of a column, by the length of its content. */
function weightOf(column: Column, grid: Grid, context: Context): number {
  if (column.width !== undefined) return column.width / 8
  const texts = [column.title, ...grid.rows.map((row) => cellText(row, column, context))]
  const longest = Math.max(...texts.map((text) => text.length))
  const word = Math.max(...texts.flatMap((text) => text.split(/\s+/).map((each) => each.length)))
  return Math.min(Math.max(MIN_WEIGHT, word, longest ** 0.8), MAX_WEIGHT)
}

function tableCode(block: Block, context: Context): Code {
  const grid = gridOf(block)
  if (grid.isCards) return cardsCode(grid, context)
  if (grid.columns.length === 0) return call('nothing')
  const weights = grid.columns.map((column) => fraction(weightOf(column, grid, context)))
  const head = grid.columns.map((column) => headCode(column, context))
  return call('datatable', [array(weights), array(grid.hasHead ? head : []), ...cellsOf(grid, context)])
}

function cellsOf(grid: Grid, context: Context): Code[] {
  const spanAt = spans(grid)
  return grid.rows.flatMap((row, down) =>
    grid.columns.flatMap((column, across) => {
      const span = spanAt(row, column, { down, across })
      if (!span) return []
      return [
        call('cell', [
          str(column.align),
          bool(across === 0),
          int(span.across),
          int(span.down),
          cellCode(row, column, context.within()),
        ]),
      ]
    }),
  )
}

export const table: Format = {
  layout: `${cellLayout}${cardsLayout}
#let sides-of-text = (left: left, center: center, right: right, start: start)
#let cell(side, first, across, down, it) = table.cell(colspan: across, rowspan: down, align: sides-of-text.at(side), it)
#let datatable(widths, head, ..cells) = block(above: 1.3em, below: 1.3em, width: 100%, {
  set text(0.93em)
  set par(leading: 0.55em, spacing: 0.7em)
  table(
    columns: widths, inset: (x: 6pt, y: 5.5pt), align: start,
    stroke: (x, y) => (bottom: if y == 0 and head.len() > 0 { 0.9pt + ink } else { 0.5pt + rule }),
    ..if head.len() > 0 { (table.header(..head.map(it => table.cell(align: bottom, text(weight: 600, it)))),) },
    ..cells,
  )
})
`,
  blocks: { table: tableCode },
}
