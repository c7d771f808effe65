// The emoji or the icon before a title.
import { emojiText } from '../../render/emoji.ts'
import { drawIcon, type Html, html, type Icon, NOTHING } from '../../render/html/index.ts'

export interface Mark {
  emoji?: string | undefined
  icon?: Icon | undefined
}

export function drawMark({ emoji, icon }: Mark): Html {
  if (emoji) return html`<span class="emoji">${emojiText(emoji)}</span> `
  return icon ? html`${drawIcon(icon)} ` : NOTHING
}
