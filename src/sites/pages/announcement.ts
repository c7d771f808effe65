// The announcement above the header. Readers dismiss it for good, without script.
import { attributes, type Html, html, linkUrl, sign } from '../../render/html/index.ts'
import type { Look } from '../look/look.ts'
import { choiceHref } from '../look/reader.ts'
import type { Frame } from '../model/frame.ts'
import { targetOf } from './header/links.ts'

const STYLES = { info: 'info', warning: 'warn', danger: 'bad', success: 'good' } as const

export function drawAnnouncement(frame: Frame, { reader }: Look): Html | undefined {
  const { announcement, words, home, homePath } = frame
  if (!announcement || announcement.name === reader.dismissed) return undefined
  const { message, link, style, name } = announcement
  const url = link && linkUrl(link.href)
  const more = url && html` <a${attributes({ href: url, ...targetOf(url, frame) })}>${link.title}</a>`
  return html`<aside class="announcement ${STYLES[style]}" aria-label="${words.announcement}"><div class="wrap">${sign(style)}<p dir="auto">${message}${more}</p><form action="${linkUrl(choiceHref(home))}"><input type="hidden" name="at" value="${homePath}"><button name="dismissed" value="${name}" aria-label="${words.dismiss}">${sign('close')}</button></form></div></aside>
`
}
