// Paragraphs, quotes and dividers. A block that runs against the direction of the page says so.
import type { Block } from '../../../engine/document.ts'
import { textOf } from '../../../engine/text.ts'
import { directionIn } from '../../direction.ts'
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Context, Format } from '../contract.ts'
import { attributes, element, type Html, html, NOTHING } from '../template.ts'

/** `rtl` or `ltr` where it is not the direction of the page. */
export function otherDirection(block: Block, { direction }: Pick<Context, 'direction'>): string | undefined {
  const own = directionIn(block)
  return own === direction ? undefined : own
}

export const alignmentOf = (block: Block): string | undefined => {
  const align = textIn(dataOf(block), 'align')
  return align === 'center' || align === 'end' ? align : undefined
}

export function directed(
  tag: 'p' | 'ul' | 'ol',
  block: Block,
  context: Context,
  body: Html,
  more: Parameters<typeof attributes>[0] = {},
): Html {
  const own = { ...more, class: [more.class as string | undefined, alignmentOf(block)] }
  return element(tag, attributes({ ...own, dir: otherDirection(block, context) }), body)
}

export const paragraph: Format = {
  blocks: {
    paragraph: (block, context) => {
      // An empty paragraph only holds the cursor in editors.
      const isEmpty = (block.nodes ?? []).every((node) => node.object === 'text') && textOf(block).trim() === ''
      return isEmpty ? NOTHING : directed('p', block, context, context.inlines(block.nodes))
    },
    blockquote: (block, context) => html`<blockquote>${context.within().blocks(blocksIn(block))}</blockquote>`,
    divider: () => html`<hr>`,
  },
}
