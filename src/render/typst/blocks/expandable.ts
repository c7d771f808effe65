// Expandables, printed open.

import { fragmentOf } from '../../fields.ts'
import { call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'

export const expandable: Format = {
  layout: `
#let opened(title, name, it) = block(above: 1.2em, below: 1.2em, width: 100%, stroke: (y: 0.6pt + rule), inset: (y: 8pt), {
  block(below: 0.8em, sticky: true, grid(columns: (1.2em, 1fr), box(baseline: -0.1em, polygon(fill: accent, (0pt, 0pt), (6pt, 0pt), (3pt, 4.5pt))), { set text(weight: 600); title; if name != none { [#metadata(none)#label(name)] } }))
  context pad(..edge(1.2em), it)
})
`,
  blocks: {
    expandable: (block, context) => {
      const label = context.labelOf(block)
      const title = context.within().blocks(fragmentOf(block, 'expandable-title'))
      const body = context.within().blocks(fragmentOf(block, 'expandable-body'))
      return call('opened', [title, label ? str(label) : NONE, body])
    },
  },
}
