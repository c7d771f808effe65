// Annotations: the words are a button that opens their note. The notes stand at the end of the document, where they can
// also be read and printed without opening them.
import { fragmentOf } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { html } from '../template.ts'

export const annotation: Format = {
  inlines: {
    annotation: (inline, context) => {
      const words = context.within({ isQuiet: true }).inlines(inline.nodes)
      const id = context.addNote(context.within({ isQuiet: false }).blocks(fragmentOf(inline, 'annotation-body')))
      if (context.isQuiet) return words
      return html`<button type="button" class="annotated" popovertarget="${id}">${words}</button>`
    },
  },
}
