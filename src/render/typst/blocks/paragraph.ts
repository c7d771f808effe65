// Paragraphs, quotes and dividers. Each has the direction of its own text.
import { textOf } from '../../../engine/text.ts'
import { directionOf, languageOf } from '../../direction.ts'
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { call, str } from '../code.ts'
import type { Block, Format } from '../contract.ts'
import { fitted } from '../text.ts'

const alignmentOf = (block: Block): string => {
  const align = textIn(dataOf(block), 'align') ?? ''
  return ['center', 'end'].includes(align) ? align : 'start'
}

export const paragraph: Format = {
  layout: `
#let directed(direction, it) = if direction == "rtl" { text(dir: rtl, it) } else if direction == "ltr" { text(dir: ltr, it) } else { it }
#let aligned(side, it) = if side == "center" { align(center, it) } else if side == "end" { align(end, it) } else { it }
// East Asian characters have regional glyphs; each text uses those of its language.
#let spoken(language, it) = if language in ("ja", "ko") { text(font: faces("Source Sans 3", language), lang: language, it) } else { it }
#let paragraph(direction, side, it) = aligned(side, directed(direction, par(it)))
#let quoted(it) = barred(2pt + rule, (y: 0.2em), above: 1.3em, below: 1.3em, { set text(fill: dim); it })
#let divider() = block(above: 1.6em, below: 1.6em, width: 100%, align(center, line(length: 30%, stroke: 0.6pt + rule)))
`,
  blocks: {
    paragraph: (block, context) => {
      const text = textOf(block)
      // An empty paragraph only holds the cursor in editors; it is not printed.
      if (text.trim() === '' && (block.nodes ?? []).every((node) => node.object === 'text')) return call('nothing')
      const direction = str(directionOf(text) ?? '')
      const words = call('spoken', [str(languageOf(text)), context.inlines(block.nodes)])
      return fitted(text, call('paragraph', [direction, str(alignmentOf(block)), words]))
    },
    blockquote: (block, context) => call('quoted', [context.within().blocks(blocksIn(block))]),
    divider: () => call('divider'),
  },
}
