// Numbered steps along a line.

import { blocksIn } from '../../fields.ts'
import { call, int } from '../code.ts'
import type { Format } from '../contract.ts'

export const stepper: Format = {
  layout: `
#let step(number, it) = context block(above: 0pt, below: 0pt, width: 100%, inset: edge(11pt), block(
  width: 100%, stroke: edge(0.8pt + rule), inset: (bottom: 14pt, ..edge(20pt)), {
    place(start + top, dx: if text.dir == rtl { 29.5pt } else { -29.5pt }, dy: -3pt, circle(radius: 9.5pt, fill: white, stroke: 0.8pt + accent, inset: 0pt, align(center + horizon, text(0.85em, weight: 600, fill: accent, str(number)))))
    { show heading: set block(above: 0pt); it }
  },
))
#let steps(..items) = block(above: 1.3em, below: 1.3em, width: 100%, items.pos().join())
`,
  blocks: {
    stepper: (block, context) =>
      call(
        'steps',
        blocksIn(block).map((step, at) => call('step', [int(at + 1), context.within().blocks(blocksIn(step))])),
      ),
    'stepper-step': (block, context) => context.within().blocks(blocksIn(block)),
  },
}
