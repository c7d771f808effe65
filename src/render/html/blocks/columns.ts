// Columns side by side, with their widths; one below the other on a narrow screen.
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { shareClass } from '../pictures.ts'
import { attributes, html } from '../template.ts'

const STANDS = new Set(['middle', 'bottom'])

export const columns: Format = {
  blocks: {
    columns: (block, context) => {
      const parts = blocksIn(block).map((part) => {
        const data = dataOf(part)
        const stand = textIn(data, 'verticalAlignment') ?? ''
        const own = attributes({ class: ['column', shareClass(data.width), STANDS.has(stand) && stand] })
        return html`<div${own}>${context.within().blocks(part.type === 'column' ? blocksIn(part) : [part])}</div>`
      })
      return html`<div class="side-by-side block">${parts}</div>`
    },
    column: (block, context) => context.within().blocks(blocksIn(block)),
  },
}
