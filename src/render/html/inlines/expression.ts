// An expression without a value here: shown as it was written.
import { dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { html } from '../template.ts'

export const expression: Format = {
  inlines: {
    expression: (inline) => html`<code class="expression">${textIn(dataOf(inline), 'expression') ?? ''}</code>`,
  },
}
