// Headings: plain text in the PDF outline, formatted on the page.
import { textOf } from '../../../engine/text.ts'
import { directionOf } from '../../direction.ts'
import { bool, call, int, NONE, str } from '../code.ts'
import type { BlockWriter, Format } from '../contract.ts'
import { fitted } from '../text.ts'

const heading: BlockWriter = (block, context) => {
  const level = Number(block.type.slice(-1))
  const text = textOf(block).replaceAll(/\s+/g, ' ').trim()
  const label = context.labelOf(block)
  const body = call('directed', [str(directionOf(text) ?? ''), fitted(text, context.inlines(block.nodes))])
  return call('section', [
    int(level),
    int(context.page.level),
    str(text),
    body,
    label ? str(label) : NONE,
    bool(context.depth === 0),
  ])
}

export const headings: Format = {
  layout: `
#let section-faces = (
  (size: 1.42em, above: 2em, below: 1em), (size: 1.18em, above: 1.7em, below: 0.9em), (size: 1em, above: 1.5em, below: 0.8em),
)
// Typst keeps a heading with the line after it, unless the note of that line takes the line to the next sheet. So a heading
// is only where there is room for both below it.
#let ahead(below) = {
  block(above: 0pt, below: 0pt, height: 58pt, sticky: true)
  v(-58pt)
  block(above: 0pt, below: below, height: 0pt, sticky: true)
}
#let section(level, under, title, it, name, listed) = {
  let face = section-faces.at(calc.min(level, 3) - 1)
  show heading: _ => { block(above: face.above, below: 0pt, sticky: true, text(face.size, weight: 700, fill: ink, it)); ahead(face.below) }
  [#heading(level: under + 1 + level, bookmarked: listed, outlined: listed and level == 1 and sections-listed, supplement: [section], title)#if name != none { label(name) }]
}
`,
  blocks: {
    'heading-1': heading,
    'heading-2': heading,
    'heading-3': heading,
    'heading-4': heading,
    'heading-5': heading,
    'heading-6': heading,
  },
}
