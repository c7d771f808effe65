// A menu behind a word: a fold, so that it opens without script. Menus of one name close each other.
import { attributes, type Html, html, linkUrl, sign } from '../../../render/html/index.ts'

export interface MenuItem {
  title: string
  description?: string | undefined
  mark?: Html | undefined
  href: string
  isCurrent?: boolean | undefined
  isAway?: boolean | undefined
  language?: string | undefined
}

/** `more` are attributes of links, such as their target. */
export const drawMenu = (label: Html, items: readonly MenuItem[], classes: string): Html =>
  html`<details class="drop ${classes}" name="header"><summary>${label}${sign('down')}</summary><ul>${items.map(drawItem)}</ul></details>`

function drawItem({ title, description, mark, href, isCurrent, isAway, language }: MenuItem): Html {
  const url = linkUrl(href)
  const own = attributes({
    href: url,
    'aria-current': isCurrent ? 'true' : undefined,
    lang: language,
    hreflang: language,
  })
  const about = description ? html`<small>${description}</small>` : undefined
  const arrow = isAway ? sign('away') : isCurrent ? sign('check') : undefined
  return html`<li><a${own}>${mark}<span>${title}${about}</span>${arrow}</a></li>`
}
