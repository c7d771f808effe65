// Pictures with captions, no wider than the column and no higher than the page. A picture that cannot be printed
// becomes a frame with its description.

import { blocksIn, dataOf, fragmentOf, lengthOf, textIn } from '../../fields.ts'
import { type Code, call, NONE, points, share, str } from '../code.ts'
import type { Block, Context, Format } from '../contract.ts'
import { pictureOf, rawFormat } from '../pictures.ts'
import { titleCode } from '../references.ts'
import { plain } from '../text.ts'

function imageCode(block: Block, context: Context): Code {
  const data = dataOf(block)
  const caption = fragmentOf(block, 'caption')
  const words = caption.length > 0 ? context.within().blocks(caption) : NONE
  return call('captioned', [pictureCode(data, context), words])
}

export function pictureCode(data: Record<string, unknown>, context: Context): Code {
  const picture = pictureOf(data.ref, context)
  const alt = textIn(data, 'alt')
  if (!picture) return call('missing-picture', [alt ? plain(alt) : NONE, titleCode(data.ref, context)])
  const wanted = lengthOf(data.width)
  const width = wanted.share === undefined ? points(wanted.points ?? picture.width * 0.75) : share(wanted.share)
  const ratio = Math.min(Math.max(picture.height / picture.width, 0.0001), 10_000)
  return call('picture', [
    str(picture.path),
    rawFormat(picture),
    width,
    call('float', [str(String(ratio))]),
    alt ? str(alt) : NONE,
  ])
}

const SIDES = ['left', 'right']

const alignmentOf = (block: Block) => {
  const side = textIn(dataOf(block), 'align') ?? ''
  return SIDES.includes(side) ? side : 'center'
}

export const image: Format = {
  layout: `
#let tallest = 17cm
#let picture(path, format, wanted, ratio, alt) = layout(size => {
  let room = if size.width.pt() == float.inf { 10cm } else { size.width }
  let asked = if type(wanted) == ratio-type { room * wanted } else { wanted }
  image(path, width: calc.min(asked, room, tallest / ratio), alt: alt, ..format)
})
#let captioned(it, caption) = block(width: 100%, breakable: false, {
  it
  if caption != none { block(above: 0.7em, text(0.88em, fill: dim, caption)) }
})
#let missing-picture(alt, source) = block(width: 100%, stroke: (paint: grey, thickness: 0.6pt, dash: "dashed"), radius: 3pt, inset: 10pt, {
  set text(0.88em, fill: dim)
  set align(center)
  [Picture]; if alt != none { [: #alt] }; linebreak(); source
})
#let pictures(side, ..items) = block(above: 1.4em, below: 1.4em, width: 100%, {
  set align(if side == "left" { left } else if side == "right" { right } else { center })
  let count = items.pos().len()
  if count == 1 { items.pos().first() } else { grid(columns: (1fr,) * calc.min(count, 3), gutter: 1em, ..items) }
})
`,
  blocks: {
    images: (block, context) =>
      call('pictures', [str(alignmentOf(block)), ...blocksIn(block).map((each) => imageCode(each, context))]),
    image: imageCode,
    drawing: (block, context) => {
      const data = dataOf(block)
      return data.ref === undefined
        ? call('missing-picture', [textIn(data, 'alt') ? plain(textIn(data, 'alt')!) : NONE, plain('an empty drawing')])
        : call('pictures', [str('center'), imageCode(block, context)])
    },
  },
}
