// Pictures in a line of text.
import { dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { drawPicture } from '../pictures.ts'
import { titleLink } from '../references.ts'
import { html } from '../template.ts'

export const inlineImage: Format = {
  inlines: {
    'inline-image': (inline, context) => {
      const data = dataOf(inline)
      const alt = textIn(data, 'alt') ?? textIn(data, 'caption') ?? ''
      const classes = textIn(data, 'size') === 'original' ? 'inline original' : 'inline'
      return (
        drawPicture(data.ref, data.refDark, { alt, classes }, context) ??
        (alt ? html`${alt}` : titleLink(data.ref, context))
      )
    },
  },
}
