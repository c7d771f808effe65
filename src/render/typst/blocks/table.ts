// Tables break over sheets and repeat their header. Columns get the room that their texts need.

import { cardsCode, cardsLayout } from '../cards.ts'
import { array, bool, type Code, call, fraction, int, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'
import { type Column, type Grid, gridOf, type Row } from '../grid.ts'
import { cellCode, cellLayout, cellText, headCode } from '../table-cells.ts'

const NARROWEST = 4
const WIDEST = 60

/** How much room a column needs next to the others, by the length of what is in it. */
function weightOf(column: Column, grid: Grid, context: Context): number {
  if (column.width !== undefined) return column.width / 8
  const texts = [column.title, ...grid.rows.map((row) => cellText(row, column, context))]
  const longest = Math.max(...texts.map((text) => text.length))
  const word = Math.max(...texts.flatMap((text) => text.split(/\s+/).map((each) => each.length)))
  return Math.min(Math.max(NARROWEST, word, longest ** 0.8), WIDEST)
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
  const covered = new Set<string>()
  return grid.rows.flatMap((row, down) =>
    grid.columns.flatMap((column, across) => {
      if (covered.has(`${down} ${across}`)) return []
      const span = spanOf(grid, row, column, { down, across }, covered)
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

/** How far a cell reaches; what it covers is marked. A cell that would cover another's is left as it is. */
function spanOf(grid: Grid, row: Row, column: Column, at: { down: number; across: number }, covered: Set<string>) {
  const merge = grid.merges.find(({ record, column: id }) => record === row.id && id === column.id)
  const span = {
    down: Math.min(merge?.rowSpan ?? 1, grid.rows.length - at.down),
    across: Math.min(merge?.colSpan ?? 1, grid.columns.length - at.across),
  }
  const places = Array.from({ length: span.down * span.across }, (_, index) =>
    [at.down + Math.floor(index / span.across), at.across + (index % span.across)].join(' '),
  )
  if (places.some((place) => covered.has(place))) return { down: 1, across: 1 }
  for (const place of places) covered.add(place)
  return span
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
