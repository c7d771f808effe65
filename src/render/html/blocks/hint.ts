// Hints. Their sign and their name tell them apart without colour.
import { blocksIn, dataOf, textIn } from '../../fields.ts'
import type { Format } from '../contract.ts'
import { iconNamed } from '../inlines/icon.ts'
import { sign } from '../signs.ts'
import { html } from '../template.ts'

const STYLES = {
  info: { name: 'note', classes: 'hint block' },
  success: { name: 'success', classes: 'hint block good' },
  warning: { name: 'warning', classes: 'hint block warn' },
  danger: { name: 'danger', classes: 'hint block bad' },
} as const

const isStyle = (style: string): style is keyof typeof STYLES => Object.hasOwn(STYLES, style)

export const hint: Format = {
  blocks: {
    hint: (block, context) => {
      const data = dataOf(block)
      const asked = textIn(data, 'style') ?? ''
      const style = isStyle(asked) ? asked : 'info'
      const { name, classes } = STYLES[style]
      const icon = iconNamed(textIn(data, 'icon'), context) ?? sign(style)
      const body = context.within().blocks(blocksIn(block))
      return html`<div class="${classes}" role="note" aria-label="${context.words[name]}">${icon}<div>${body}</div></div>`
    },
  },
}
