// Inline pictures: as high as the line, or in their own size if it fits.

import { dataOf, textIn } from '../../fields.ts'
import { bool, call, points, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { pictureOf, rawFormat } from '../pictures.ts'
import { titleCode } from '../references.ts'
import { plain } from '../text.ts'

export const inlineImage: Format = {
  layout: `
#let inline-picture(path, format, width, in-line) = if in-line {
  box(baseline: 0.2em, image(path, height: 1.1em, ..format))
} else {
  box(layout(size => image(path, width: calc.min(width, size.width), ..format)))
}
`,
  inlines: {
    'inline-image': (inline, context) => {
      const data = dataOf(inline)
      const picture = pictureOf(data.ref, context)
      if (!picture) return textIn(data, 'alt') ? plain(textIn(data, 'alt')!) : titleCode(data.ref, context)
      const isLine = textIn(data, 'size') === 'line' || picture.height <= 24
      return call('inline-picture', [str(picture.path), rawFormat(picture), points(picture.width * 0.75), bool(isLine)])
    },
  },
}
