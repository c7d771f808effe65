// Hints, with a colour and a symbol that distinguishes them without colour.

import { blocksIn, dataOf, textIn } from '../../fields.ts'
import { call, NONE, str } from '../code.ts'
import type { Format } from '../contract.ts'
import { iconCode } from '../inlines/icon.ts'

const STYLES = ['info', 'success', 'warning', 'danger']

export const hint: Format = {
  layout: `
#let hints = (
  info: (ink: rgb("#1d5fd0"), ground: rgb("#eef4fe"), sign: "i"), success: (ink: rgb("#1a7f45"), ground: rgb("#edf8f1"), sign: "✓"),
  warning: (ink: rgb("#b26a00"), ground: rgb("#fef6e7"), sign: "!"), danger: (ink: rgb("#c0312b"), ground: rgb("#fdf0ef"), sign: "×"),
)
#let hint(style, drawing, it) = {
  let face = hints.at(style)
  barred(2.5pt + face.ink, (x: 10pt, y: 9pt), above: 1.2em, below: 1.2em, fill: face.ground, grid(
    columns: (1.7em, 1fr),
    if drawing == none {
      box(baseline: 0.15em, circle(radius: 0.55em, fill: face.ink, stroke: none, inset: 0pt, align(center + horizon, text(0.8em, fill: white, weight: 700, face.sign))))
    } else { text(fill: face.ink, drawing) },
    it,
  ))
}
`,
  blocks: {
    hint: (block, context) => {
      const data = dataOf(block)
      const style = textIn(data, 'style') ?? ''
      return call('hint', [
        str(STYLES.includes(style) ? style : 'info'),
        iconCode(textIn(data, 'icon'), context) ?? NONE,
        context.within().blocks(blocksIn(block)),
      ])
    },
  },
}
