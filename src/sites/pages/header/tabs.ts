// Tabs for the sections of a site; groups of sections are menus.
import { attributes, drawIcon, type Html, html, linkUrl, sign } from '../../../render/html/index.ts'
import type { Frame } from '../../model/frame.ts'
import type { Tab } from '../../model/tabs.ts'
import { targetOf } from './links.ts'
import { drawMenu } from './menu.ts'

export function drawTabs(frame: Frame): Html | undefined {
  const { sections, words } = frame
  if (sections.length === 0) return undefined
  return html`<nav class="tabline" aria-label="${words.sections}">${sections.map((tab) => drawTab(tab, frame))}</nav>`
}

function drawTab(tab: Tab, frame: Frame): Html {
  const { title, href, isCurrent, isAway, items } = tab
  const mark = tab.icon && drawIcon(tab.icon)
  if (items.length > 0) {
    const inner = items.flatMap((item) =>
      item.href === undefined ? [] : [{ ...item, href: item.href, mark: item.icon && drawIcon(item.icon) }],
    )
    return drawMenu(html`${mark}${title}`, inner, isCurrent ? 'current' : '')
  }
  const url = linkUrl(href ?? '')
  if (!url) return html``
  const own = attributes({ href: url, 'aria-current': isCurrent ? 'true' : undefined, ...targetOf(url, frame) })
  return html`<a${own}>${mark}${title}${isAway ? sign('away') : undefined}</a>`
}
