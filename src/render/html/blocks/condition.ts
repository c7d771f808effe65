// Content with a condition that was not evaluated: shown with the condition. A condition that never holds hides it.
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { html, NOTHING } from '../template.ts'

export const condition: Format = {
  blocks: {
    if: (block, context) => {
      const expression = (textIn(dataOf(block), 'expression') ?? '').trim()
      if (expression === 'false') return NOTHING
      const body = context.within().blocks(blocksIn(block))
      return html`<div class="provided"><p class="condition">${context.words.onlyIf(expression)}</p>${body}</div>`
    },
  },
}
