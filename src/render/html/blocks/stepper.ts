// Numbered steps along a line.
import { blocksIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { html } from '../template.ts'

export const stepper: Format = {
  blocks: {
    stepper: (block, context) => {
      const steps = blocksIn(block).map((step) => {
        const inside = step.type === 'stepper-step' ? blocksIn(step) : [step]
        return html`<li>${context.within().blocks(inside)}</li>`
      })
      return html`<ol class="stepper block">${steps}</ol>`
    },
    'stepper-step': (block, context) => context.within().blocks(blocksIn(block)),
  },
}
