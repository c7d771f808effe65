// Formulas. One that cannot be read is shown as it was written.
import { dataOf, textIn } from '../../fields.ts'
import type { Context, Format } from '../contract.ts'
import { type Html, html } from '../template.ts'

function formula(tex: string, isBlock: boolean, context: Context): Html {
  return context.formula(tex, isBlock) ?? html`<code class="formula">${tex}</code>`
}

export const math: Format = {
  blocks: {
    math: (block, context) => {
      const { formula: name } = context.words
      const body = formula(textIn(dataOf(block), 'formula') ?? '', true, context)
      return html`<div class="math" role="group" aria-label="${name}" tabindex="0">${body}</div>`
    },
  },
  inlines: {
    'inline-math': (inline, context) => formula(textIn(dataOf(inline), 'formula') ?? '', false, context),
  },
}
