// The logo of a site in the colours of the theme, or its title.
import { attributes, type Html, html, linkUrl, pictureUrl } from '../../render/html/index.ts'
import type { Frame } from '../model/frame.ts'

type Logo = { light: string; dark?: string | undefined } | undefined

export function drawLogo({ title, home }: Pick<Frame, 'title' | 'home'>, logo: Logo): Html {
  const [light, dark] = [logo && pictureUrl(logo.light), logo?.dark ? pictureUrl(logo.dark) : undefined]
  const picture = (src: typeof light, classes?: string) => html`<img${attributes({ src, alt: title, class: classes })}>`
  const both = light && dark && html`${picture(light, 'for-light')}${picture(dark, 'for-dark')}`
  return html`<a class="logo" href="${linkUrl(home)}">${both ?? (light ? picture(light) : html`<span>${title}</span>`)}</a>`
}
