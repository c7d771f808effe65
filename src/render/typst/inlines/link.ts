// Links, mentions and buttons: pages of the book are internal links, addresses are printed and clickable.
import { textOf } from '../../../engine/text.ts'
import { dataOf, textIn } from '../../fields.ts'
import { bool, call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { linkCode, targetOf, titleCode } from '../references.ts'
import { plain } from '../text.ts'
import { iconCode } from './icon.ts'

export const link: Format = {
  layout: `
#let ink-of-links(it) = text(fill: accent, it)
#let jump(name, it) = std.link(label(name), ink-of-links(it))
#let away(url, it) = std.link(url, ink-of-links(it))
#let cited(url, it, shown) = { away(url, it); footnote(std.link(url, text(font: sans, shown))) }
#let button(to, it, primary) = {
  let ink = if primary { white } else { accent }
  let face = box(
    fill: if primary { accent } else { white }, stroke: 0.6pt + accent, radius: 3pt, inset: (x: 6pt), outset: (y: 3.5pt),
    text(0.92em, weight: 600, fill: ink, it),
  )
  if to == none { face } else { std.link(to, face) }
}
`,
  inlines: {
    link: (inline, context) => {
      const text = textOf(inline)
      // An empty link with an id is an anchor.
      if (text === '' && textIn(dataOf(inline), 'id')) return plain('')
      const body = text.trim() === '' ? titleCode(dataOf(inline).ref, context) : context.inlines(inline.nodes)
      return text.trim() === '' ? body : linkCode(dataOf(inline).ref, body, { text, context })
    },
    mention: (inline, context) => titleCode(dataOf(inline).ref, context),
    button: (inline, context) => {
      const data = dataOf(inline)
      const label = textIn(data, 'label') ?? ''
      const icon = iconCode(textIn(data, 'icon'), context)
      const words = icon ? call('icon-and', [icon, plain(label)]) : plain(label)
      const { label: name, url } = targetOf(data.ref, context)
      const to = name === undefined ? (url === undefined ? NONE : str(url)) : call('label', [str(name)])
      return call('button', [to, words, bool(textIn(data, 'kind') !== 'secondary')])
    },
  },
}
