// Content with a condition that cannot be evaluated: printed, with the condition.

import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { call, str } from '../code.ts'
import type { Format } from '../contract.ts'

export const condition: Format = {
  layout: `
#let provided(condition, it) = barred((paint: grey, thickness: 0.8pt, dash: "dashed"), (y: 0.2em), above: 1.2em, below: 1.2em, {
  block(sticky: true, below: 0.7em, text(0.8em, fill: dim)[If #raw(condition)])
  it
})
`,
  blocks: {
    if: (block, context) =>
      call('provided', [str(textIn(dataOf(block), 'expression') ?? ''), context.within().blocks(blocksIn(block))]),
  },
}
