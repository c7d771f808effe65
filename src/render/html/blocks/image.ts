// Pictures with captions, and drawings.
import type { Block } from '../../../engine/document.ts'
import { blocksIn, dataOf, fragmentOf, textIn } from '../../fields.ts'
import type { Context, Format } from '../contract.ts'
import { drawPicture, shareClass } from '../pictures.ts'
import { titleLink } from '../references.ts'
import { attributes, type Html, html } from '../template.ts'

export function captionOf(block: Block, context: Context): Html | undefined {
  const nodes = fragmentOf(block, 'caption')
  return nodes.length === 0 ? undefined : html`<figcaption>${context.within().blocks(nodes)}</figcaption>`
}

function drawImage(block: Block, context: Context): Html {
  const data = dataOf(block)
  const alt = textIn(data, 'alt') ?? ''
  const picture =
    drawPicture(data.ref, data.refDark, { alt, width: data.width, height: data.height }, context) ??
    html`<div class="missing">${alt} ${data.ref === undefined ? undefined : titleLink(data.ref, context)}</div>`
  return html`<figure${attributes({ class: [shareClass(data.width)] })}>${picture}${captionOf(block, context)}</figure>`
}

const SIDES: Record<string, string> = { left: 'start', right: 'end' }

export const image: Format = {
  blocks: {
    images: (block, context) => {
      const data = dataOf(block)
      const pictures = blocksIn(block)
      const classes = [
        'pictures',
        SIDES[textIn(data, 'align') ?? ''],
        data.withFrame === true && 'framed',
        data.fullWidth === true && 'wide',
        pictures.length > 1 && 'several',
      ]
      return html`<div${attributes({ class: classes })}>${context.within().blocks(pictures)}</div>`
    },
    image: drawImage,
    drawing: (block, context) => html`<div class="pictures framed">${drawImage(block, context)}</div>`,
  },
}
