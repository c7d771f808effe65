// The links of the header: plain, as buttons, or in menus.
import { attributes, type Html, html, linkUrl, type Url } from '../../../render/html/index.ts'
import type { Frame } from '../../model/frame.ts'
import type { HeaderLink } from '../../model/links.ts'
import { drawMenu } from './menu.ts'

const CLASSES = { link: undefined, 'button-primary': 'btn main', 'button-secondary': 'btn' } as const

export function drawHeaderLinks(frame: Frame): Html | undefined {
  const { links, words } = frame
  if (links.length === 0) return undefined
  return html`<nav class="links" aria-label="${words.links}">${links.map((link) => drawLink(link, frame))}</nav>`
}

function drawLink({ title, href, style, items }: HeaderLink, frame: Frame): Html {
  const classes = CLASSES[style]
  if (items.length > 0) {
    const own = href === undefined ? [] : [{ title, href }]
    return drawMenu(html`<span class="${classes ?? 'plain'}">${title}</span>`, [...own, ...items], 'end')
  }
  const url = linkUrl(href ?? '')
  return url ? html`<a${attributes({ class: classes, href: url, ...targetOf(url, frame) })}>${title}</a>` : html``
}

/** The same links as a list: in the drawer of narrow screens, where the header has no room for them. */
export function drawLinksInDrawer(frame: Frame): Html | undefined {
  const { links, settings } = frame
  if (links.length === 0 || settings.header.preset === 'none') return undefined
  const all = links.flatMap(({ title, href, items }) => [...(href === undefined ? [] : [{ title, href }]), ...items])
  const drawn = all.map(({ title, href }) => {
    const url = linkUrl(href)
    return url ? html`<li><a${attributes({ href: url, ...targetOf(url, frame) })}>${title}</a></li>` : html``
  })
  return html`<ul class="narrow">${drawn}</ul>`
}

/** Attributes of a link of the frame: one to another site opens in a tab of its own, where the settings say so. */
export function targetOf(url: Url, { settings, home }: Pick<Frame, 'settings' | 'home'>): Record<string, string> {
  const isAway = /^https?:/i.test(url.text) && !url.text.startsWith(home)
  return isAway && settings.externalLinks.target === 'blank' ? { target: '_blank', rel: 'noopener' } : {}
}
