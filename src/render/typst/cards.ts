// A table as cards, two or three per row: cover, texts and target.

import { filesIn, isSet } from '../fields.ts'
import type { Column, Grid, Row } from '../grid.ts'
import { pictureCode } from './blocks/image.ts'
import { array, type Code, call, int, NONE } from './code.ts'
import type { Context } from './contract.ts'
import { pictureOf } from './pictures.ts'
import { targetOf, titleCode } from './references.ts'
import { cellCode } from './table-cells.ts'

export function cardsCode(grid: Grid, context: Context): Code {
  const isSpecial = ({ id }: Column) => id === grid.target?.id || id === grid.cover?.id
  const columns = grid.columns.filter((column) => !isSpecial(column))
  const cards = grid.rows.map((row) => cardCode(row, columns, grid, context.within()))
  return call('cards', [int(columns.length > 4 || grid.rows.length < 3 ? 2 : 3), ...cards])
}

function cardCode(row: Row, columns: Column[], grid: Grid, context: Context): Code {
  const target = grid.target && row.values[grid.target.id]
  const lines = columns.map((column) => cellCode(row, column, context))
  return call('card', [coverOf(row, grid, context), array(lines), isSet(target) ? leadOf(target, context) : NONE])
}

function coverOf(row: Row, { cover }: Grid, context: Context): Code {
  const value = cover && row.values[cover.id]
  const file = Array.isArray(value) ? filesIn(value)[0] : value
  const ref = isSet(file) && isSet(file.ref) ? file.ref : file
  return pictureOf(ref, context) ? pictureCode({ ref }, context) : NONE
}

const leadOf = (target: unknown, context: Context): Code =>
  targetOf(target, context).title ? titleCode(target, context) : NONE

export const cardsLayout = `
#let cards(count, ..items) = block(above: 1.3em, below: 1.3em, width: 100%, grid(columns: (1fr,) * count, gutter: 10pt, ..items.pos().map(it => grid.cell(stroke: 0.6pt + rule, inset: 9pt, breakable: false, it))))
#let card(cover, lines, lead) = block(width: 100%, {
  set text(0.93em)
  set par(leading: 0.55em, spacing: 0.6em)
  if cover != none { block(below: 0.8em, cover) }
  for line in lines { if line != none { block(above: 0.5em, below: 0.5em, line) } }
  if lead != none { block(above: 0.8em, text(0.9em, "→ " + lead)) }
})
`
