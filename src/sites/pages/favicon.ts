// The icon in the tab of the browser: a picture, an emoji, or the first letter of the site.
import { emojiText } from '../../render/emoji.ts'
import { attributes, type Html, html, pictureUrl } from '../../render/html/index.ts'
import { parseColor, textOn, toHex } from '../look/colors.ts'
import type { Frame } from '../model/frame.ts'

export function drawFavicon({ title, settings }: Frame): Html {
  const { icon, emoji } = settings.favicon
  if (icon) return html`${link(icon.light, icon.dark && 'light')}${icon.dark ? link(icon.dark, 'dark') : undefined}`
  const svg = emoji ? html`<text y=".9em" font-size="90">${emojiText(emoji)}</text>` : letter(title, settings)
  return link(
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${svg.text}</svg>`)}`,
  )
}

function link(href: string, theme?: string): Html {
  const media = theme && `(prefers-color-scheme: ${theme})`
  return html`<link${attributes({ rel: 'icon', href: pictureUrl(href), media })}>\n`
}

function letter(title: string, { styling }: Frame['settings']): Html {
  const ground = parseColor(styling.primaryColor.light)
  const [first = ''] = [...new Intl.Segmenter().segment(title.trim())].map(({ segment }) => segment.toUpperCase())
  return html`<rect width="100" height="100" rx="22" fill="${toHex(ground)}"/><text x="50" y="70" text-anchor="middle" font-family="Georgia,serif" font-size="60" font-weight="600" fill="${toHex(textOn(ground))}">${first}</text>`
}
