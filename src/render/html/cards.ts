// A table as cards: cover, texts and target. The whole card is the link.
import { filesIn, isSet } from '../fields.ts'
import type { Column, Grid, Row } from '../grid.ts'
import type { Context } from './contract.ts'
import { drawPicture } from './pictures.ts'
import { resolve } from './references.ts'
import { drawCell, refOf } from './table-cells.ts'
import { attributes, type Html, html } from './template.ts'

export function drawCards(grid: Grid, isLarge: boolean, darkCover: string | undefined, context: Context): Html {
  const special = new Set([grid.target?.id, grid.cover?.id, darkCover])
  const columns = grid.columns.filter(({ id }) => !special.has(id))
  const cards = grid.rows.map((row) => drawCard(row, columns, grid, darkCover, context.within()))
  return html`<ul${attributes({ class: ['cards block', isLarge && 'large'] })}>${cards}</ul>`
}

function drawCard(
  row: Row,
  columns: readonly Column[],
  grid: Grid,
  darkCover: string | undefined,
  context: Context,
): Html {
  const target = grid.target && refOf(row.values[grid.target.id])
  const { title, url } = isSet(target) ? resolve(target, context) : { title: '', url: undefined }
  const cover = drawPicture(
    coverOf(row, grid.cover?.id),
    coverOf(row, darkCover),
    { alt: '', classes: 'card-cover' },
    context,
  )
  // The target's title is said to those who hear the link, and shown where the card has no words of its own.
  const inner = columns.map((column) => drawCell(row, column, context))
  const isBare = inner.every(({ text }) => text.trim() === '')
  const fields = inner.map((cell, at) => html`<div class="field">${titleOf(columns[at]!, grid)}${cell}</div>`)
  const lead = url && html`<a class="lead" href="${url}">${isBare ? title : html`<span class="sr">${title}</span>`}</a>`
  return html`<li>${cover}${isBare && !url && title !== '' ? html`<div class="field">${title}</div>` : fields}${lead}</li>`
}

const titleOf = ({ title, type }: Column, { showsTitles }: Grid): Html | undefined =>
  showsTitles && type !== 'text' && title !== '' ? html`<span class="label">${title}</span> ` : undefined

function coverOf(row: Row, column: string | undefined): unknown {
  const value = column === undefined ? undefined : row.values[column]
  return Array.isArray(value) ? filesIn(value)[0] : refOf(value)
}
