// Columns side by side, with their widths.

import { blocksIn, dataOf, lengthOf, textIn } from '../../fields.ts'
import { array, call, fraction, str } from '../code.ts'
import type { Block, Format } from '../contract.ts'

const widthOf = (column: Block): number => {
  const { share, points } = lengthOf(dataOf(column).width)
  return share ?? (points === undefined ? 0.5 : Math.min(points / 480, 1))
}

const standOf = (column: Block): string => {
  const stand = textIn(dataOf(column), 'verticalAlignment') ?? ''
  return ['middle', 'bottom'].includes(stand) ? stand : 'top'
}

export const columns: Format = {
  layout: `
#let stands = (top: top, middle: horizon, bottom: bottom)
#let side-by-side(widths, ..cells) = block(above: 1.2em, below: 1.2em, width: 100%, grid(columns: widths, column-gutter: 1.6em, ..cells))
#let column(stand, it) = grid.cell(align: stands.at(stand), it)
`,
  blocks: {
    columns: (block, context) => {
      const parts = blocksIn(block)
      const cells = parts.map((part) => call('column', [str(standOf(part)), context.within().blocks(blocksIn(part))]))
      return call('side-by-side', [array(parts.map((part) => fraction(widthOf(part)))), ...cells])
    },
    column: (block, context) => context.within().blocks(blocksIn(block)),
  },
}
