// Icons and emoji.

import { emojiText } from '../../emoji.ts'
import { dataOf, textIn } from '../../fields.ts'
import { all, type Code, call, str } from '../code.ts'
import type { Context, Format } from '../contract.ts'
import { plain } from '../text.ts'

/** An icon at the height of the text; undefined if the name is unknown. */
export function iconCode(name: string | undefined, context: Context): Code | undefined {
  const drawing = name === undefined ? undefined : context.iconOf(name)
  return drawing === undefined ? undefined : call('icon', [str(drawing)])
}

/** Puts the emoji, or else the icon, before a title. */
export function withIcon(
  title: Code,
  signs: { emoji?: string | undefined; icon?: string | undefined },
  context: Context,
): Code {
  if (signs.emoji) return all([plain(emojiText(signs.emoji)), str('\u2005'), title])
  const icon = iconCode(signs.icon, context)
  return icon ? call('icon-and', [icon, title]) : title
}

export const icon: Format = {
  layout: `
#let icon(drawing) = context {
  let inked = drawing.replace("<svg", "<svg fill='" + text.fill.to-hex() + "'", count: 1)
  box(baseline: 0.12em, image(bytes(inked), format: "svg", height: 0.95em))
}
#let icon-and(drawing, it) = { drawing; h(0.4em); it }
`,
  inlines: {
    icon: (inline, context) => {
      const name = textIn(dataOf(inline), 'icon') ?? ''
      return iconCode(name, context) ?? call('muted', [str(name)])
    },
    emoji: (inline) => plain(emojiText(textIn(dataOf(inline), 'code') ?? '')),
  },
}
