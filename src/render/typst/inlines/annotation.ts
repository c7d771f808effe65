// Annotations as footnotes.

import { fragmentOf } from '../../fields.ts'
import { all, type Code, call } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'

/** The first paragraph is on the line of its number. */
export function noteCode([first, ...rest]: readonly Block[], context: Context): Code {
  if (first?.type !== 'paragraph') return context.blocks(first ? [first, ...rest] : [])
  return all([context.inlines(first.nodes), ...(rest.length > 0 ? [context.blocks(rest)] : [])])
}

export const annotation: Format = {
  layout: `
#let aside(it) = [ (#it)]
`,
  inlines: {
    annotation: (inline, context) => {
      const note = noteCode(fragmentOf(inline, 'annotation-body'), context.within({ inNote: true }))
      return all([context.inlines(inline.nodes), call(context.inNote ? 'aside' : 'footnote', [note])])
    },
  },
}
