// The header: the name of the site, the spaces to choose from, links, and tabs for its sections.
import { type Html, html, sign } from '../../../render/html/index.ts'
import type { Look } from '../../look/look.ts'
import type { Frame } from '../../model/frame.ts'
import { drawLogo } from '../logo.ts'
import { drawSearchLink } from '../search-dialog.ts'
import { drawAppearance } from './appearance.ts'
import { drawHeaderLinks } from './links.ts'
import { drawTabs } from './tabs.ts'
import { drawVariants } from './variants.ts'

/** Opens the page tree on narrow screens. */
const drawMenuButton = ({ words }: Frame): Html =>
  html`<button type="button" class="menu" popovertarget="lectern-pages" aria-label="${words.pages}">${sign('menu')}</button>`

/** Without a header, the name and the menus scroll away with the page, and there are no links. */
export function drawHeader(frame: Frame, look: Look, hasTree: boolean): Html {
  const { settings } = frame
  const isLeftOut = settings.header.preset === 'none'
  const links = isLeftOut ? undefined : drawHeaderLinks(frame)
  return html`<header class="top"><div class="wrap">
<div class="first">${hasTree ? drawMenuButton(frame) : undefined}${drawLogo(frame, settings.header.logo)}${drawSearchLink(frame)}<div class="row">${drawVariants(frame)}${links}${drawAppearance(frame, look)}</div></div>
${drawTabs(frame)}</div></header>
`
}
