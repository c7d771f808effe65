// A prompt: what it is for, and its text.
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { markOf } from '../inlines/icon.ts'
import { html } from '../template.ts'

export const prompt: Format = {
  blocks: {
    prompt: (block, context) => {
      const data = dataOf(block)
      const title = html`${markOf({ icon: textIn(data, 'icon') }, context)}${textIn(data, 'description') ?? ''}`
      return html`<div class="prompt block"><p class="name">${title}</p>${context.within().blocks(blocksIn(block))}</div>`
    },
  },
}
