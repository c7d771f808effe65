// Text and marks.
import type { Leaf, Mark, Text } from '../../../engine/document.ts'
import { kindOf } from '../blocks/changed.ts'
import { all, type Code, call, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { plain } from '../text.ts'

const wrapped = (name: string) => (_mark: Mark, body: Code) => call(name, [body])

const MARKS: Record<string, (mark: Mark, body: Code) => Code> = {
  bold: wrapped('strong'),
  italic: wrapped('emph'),
  strikethrough: wrapped('strike'),
  keyboard: wrapped('key'),
  superscript: wrapped('super'),
  subscript: wrapped('sub'),
  changed: ({ data = {} }, body) => call('changed-words', [kindOf(data), body]),
  color: ({ data = {} }, body) => call('coloured', [body, str(String(data.text)), str(String(data.background))]),
}

const isCode = ({ type }: Mark) => type === 'code'

function leafOf({ text, marks }: Leaf): Code {
  const body = marks.some(isCode) ? call('raw', [str(text)]) : plain(text)
  return marks.reduce((inner, mark) => (Object.hasOwn(MARKS, mark.type) ? MARKS[mark.type]!(mark, inner) : inner), body)
}

export const textCode = ({ leaves }: Text): Code => all(leaves.filter(({ text }) => text !== '').map(leafOf))

export const marks: Format = {
  layout: `
#let emoji(it) = text(font: "Noto Color Emoji", it)
#let key(it) = box(stroke: 0.5pt + grey, radius: 2pt, inset: (x: 3pt), outset: (y: 2pt), text(0.85em, font: mono, it))
#let colours = (
  red: rgb("#c02b2b"), orange: rgb("#b45309"), yellow: rgb("#8a6d00"), green: rgb("#15803d"), blue: rgb("#1d4ed8"),
  purple: rgb("#7e22ce"), "$primary": accent, "$info": rgb("#1d4ed8"), "$success": rgb("#15803d"),
  "$warning": rgb("#b45309"), "$danger": rgb("#c02b2b"),
)
#let coloured(it, ink, ground) = {
  let it = if ink in colours { text(fill: colours.at(ink), it) } else { it }
  if ground in colours { highlight(fill: colours.at(ground).lighten(82%), radius: 1.5pt, extent: 1pt, it) } else { it }
}
#show raw.where(block: false): it => highlight(
  fill: wash, radius: 2pt, extent: 1.5pt, top-edge: "ascender", bottom-edge: "descender", text(0.88em, it),
)
`,
}
