// Limits on tables that expand: rows that lack most of their cells, and one long cell among short ones.

import type { PhrasingContent, TableRow } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { paragraph, plainText } from '../model.ts'
import type { ReadContext } from './contract.ts'
import type { Cell } from './table-cell.ts'

// Missing cells are filled in, so a short text could create many: such input is not a table.
export const MAX_FILLED_CELLS = 20_000
export const isGrid = (rows: readonly (readonly unknown[])[], columns: number): boolean =>
  rows.length * columns <= Math.max(MAX_FILLED_CELLS, 2 * rows.reduce((sum, row) => sum + row.length, 0))

// Input that is not a table keeps its text, one paragraph per row.
export const readRows = (rows: TableRow[], context: ReadContext): Block[] =>
  rows.map(({ children }) => {
    const cells = children.flatMap((cell, at): PhrasingContent[] =>
      at === 0 ? cell.children : [{ type: 'text', value: ' | ' }, ...cell.children],
    )
    return paragraph(context.inlines(cells))
  })

const MAX_PADDING = 100_000

// Pipes are aligned, unless one long cell would lengthen all other rows.
export function isUneven(rows: Cell[][]): boolean {
  const lengths = rows.map((row) => row.map(({ blocks = [] }) => plainText(blocks[0]?.nodes).length))
  const widths = (lengths[0] ?? []).map((_, at) => lengths.reduce((most, row) => Math.max(most, row[at] ?? 0), 0))
  const padded = rows.length * widths.reduce((sum, width) => sum + width, 0)
  return padded > MAX_PADDING && padded > 2 * lengths.flat().reduce((sum, length) => sum + length, 0)
}
