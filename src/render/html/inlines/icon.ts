// Icons and emoji.
import { emojiText } from '../../emoji.ts'
import { dataOf, textIn } from '../../fields.ts'
import type { Context, Format, Icon } from '../contract.ts'
import { attributes, type Html, html, NOTHING } from '../template.ts'
import { colorClass } from './text.ts'

export function drawIcon({ width, height, paths }: Icon, color?: unknown): Html {
  const own = attributes({ class: ['icon', colorClass('ink', color)] })
  const outlines = paths.map((path) => html`<path d="${path}"/>`)
  return html`<svg${own} viewBox="0 0 ${width} ${height}" aria-hidden="true">${outlines}</svg>`
}

/** The icon of that name, if there is one. */
export function iconNamed(name: string | undefined, context: Context, color?: unknown): Html | undefined {
  const icon = name === undefined ? undefined : context.icon(name)
  return icon && drawIcon(icon, color)
}

/** The emoji, or else the icon, that stands before a title. */
export function markOf(signs: { emoji?: string | undefined; icon?: string | undefined }, context: Context): Html {
  if (signs.emoji) return html`<span class="emoji">${emojiText(signs.emoji)}</span> `
  const icon = iconNamed(signs.icon, context)
  return icon ? html`${icon} ` : NOTHING
}

export const icon: Format = {
  inlines: {
    icon: (inline, context) => {
      const data = dataOf(inline)
      const name = textIn(data, 'icon') ?? ''
      return iconNamed(name, context, data.color) ?? html`<span class="missing">${name}</span>`
    },
    emoji: (inline) => html`<span class="emoji">${emojiText(textIn(dataOf(inline), 'code') ?? '')}</span>`,
  },
}
