// The footer: the name of the site, its links, its copyright.
import { attributes, type Html, html, linkUrl } from '../../render/html/index.ts'
import type { Frame, Link } from '../model/frame.ts'
import { drawLogo } from './header/header.ts'
import { targetOf } from './header/links.ts'

const drawLinks = (links: readonly Link[], frame: Frame): Html[] =>
  links.map(({ title, href }) => {
    const url = linkUrl(href)
    return html`<li>${url ? html`<a${attributes({ href: url, ...targetOf(url, frame) })}>${title}</a>` : title}</li>`
  })

export function drawFooter(frame: Frame): Html {
  const { footer, settings, words } = frame
  const { copyright, logo } = settings.footer
  const privacy = settings.privacyPolicy.url && [{ title: words.privacyPolicy, href: settings.privacyPolicy.url }]
  const below = privacy ? html`<ul>${drawLinks(privacy, frame)}</ul>` : undefined
  const columns = footer.map(
    ({ title, links }) => html`<div><h2>${title}</h2><ul>${drawLinks(links, frame)}</ul></div>`,
  )
  return html`<footer class="foot"><div class="wrap"><div>${drawLogo(frame, logo ?? settings.header.logo)}${copyright ? html`<p dir="auto">${copyright}</p>` : undefined}${settings.trademark.enabled ? html`<p>${words.publishedWith}</p>` : undefined}${below}</div>${columns}</div></footer>
`
}
