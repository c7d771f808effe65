// Tables and cards. A grid of plain text is a GFM table; any other table is one line of HTML.

import type { RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import type { NodeFormat, WriteContext } from './contract.ts'
import { isPlain, readGfm, writeGfm } from './table-gfm.ts'
import { gridOf } from './table-grid.ts'
import { readHtml, writeHtml } from './table-html.ts'

function write(block: Block, context: WriteContext): RootContent[] {
  const grid = gridOf(block)
  const noted = context.notes.length
  const table = isPlain(grid) ? writeGfm(grid, context) : undefined
  if (table) return [table]
  context.notes.length = noted
  return [{ type: 'html', value: writeHtml(grid, context) }]
}

/** Writes the table as one element, for cells of other tables. */
export const tableHtml = (block: Block, context: WriteContext): string => writeHtml(gridOf(block), context)

export const table: NodeFormat = { mdast: { table: readGfm }, html: { table: readHtml }, write: { table: write } }
