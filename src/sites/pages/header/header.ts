// The header: the name of the site, the spaces to choose from, links, and tabs for its sections.
import { attributes, type Html, html, linkUrl, pictureUrl, sign } from '../../../render/html/index.ts'
import type { Look } from '../../look/look.ts'
import { choiceHref } from '../../look/reader.ts'
import type { Frame } from '../../model/frame.ts'
import { drawSearchLink } from '../search-dialog.ts'
import { drawHeaderLinks } from './links.ts'
import { drawMenu } from './menu.ts'
import { drawTabs } from './tabs.ts'

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

/** The choice between light and dark: a form, so that it works without script. */
function drawAppearance({ settings, words, home, homePath }: Frame, { theme, reader }: Look): Html | undefined {
  if (!settings.themes.toggeable) return undefined
  const chosen = theme ?? 'system'
  const choice = (value: 'light' | 'dark' | 'system', label: string) => {
    const own = attributes({ name: 'theme', value, 'aria-pressed': chosen === value ? 'true' : 'false' })
    return html`<li><button${own}><span>${label}</span>${chosen === value ? sign('check') : undefined}</button></li>`
  }
  return html`<details class="drop end appearance" name="header"><summary aria-label="${words.appearance}">${sign('half')}</summary><form action="${linkUrl(choiceHref(home))}"${attributes({ 'data-chosen': reader.theme })}><input type="hidden" name="at" value="${homePath}"><ul>${choice('light', words.light)}${choice('dark', words.dark)}${choice('system', words.system)}</ul></form></details>`
}

/** The switch between versions and languages of the same content. */
function drawVariants({ variants, words }: Frame): Html | undefined {
  const current = variants.find(({ isCurrent }) => isCurrent)
  if (!current) return undefined
  const languages = new Set(variants.map(({ language }) => language))
  const label = languages.size === variants.length && !languages.has(undefined) ? words.languages : words.variants
  return html`<nav class="variants" aria-label="${label}">${drawMenu(html`<span class="plain">${current.title}</span>`, variants, 'end')}</nav>`
}

type Logo = { light: string; dark?: string | undefined } | undefined

/** The logo of a site in the colours of the theme, or its title. */
export function drawLogo({ title, home }: Pick<Frame, 'title' | 'home'>, logo: Logo): Html {
  const [light, dark] = [logo && pictureUrl(logo.light), logo?.dark ? pictureUrl(logo.dark) : undefined]
  const picture = (src: typeof light, classes?: string) => html`<img${attributes({ src, alt: title, class: classes })}>`
  const both = light && dark && html`${picture(light, 'for-light')}${picture(dark, 'for-dark')}`
  return html`<a class="logo" href="${linkUrl(home)}">${both ?? (light ? picture(light) : html`<span>${title}</span>`)}</a>`
}
