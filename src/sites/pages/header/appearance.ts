// The choice between light and dark: a form, so that it works without script.
import { attributes, type Html, html, linkUrl, sign } from '../../../render/html/index.ts'
import type { Look } from '../../look/look.ts'
import { choiceHref } from '../../look/reader.ts'
import type { Frame } from '../../model/frame.ts'

export function drawAppearance({ settings, words, home, homePath }: Frame, { theme, reader }: Look): Html | undefined {
  if (!settings.themes.toggeable) return undefined
  const chosen = theme ?? 'system'
  const choice = (value: 'light' | 'dark' | 'system', label: string) => {
    const own = attributes({ name: 'theme', value, 'aria-pressed': chosen === value ? 'true' : 'false' })
    return html`<li><button${own}><span>${label}</span>${chosen === value ? sign('check') : undefined}</button></li>`
  }
  return html`<details class="drop end appearance" name="header"><summary aria-label="${words.appearance}">${sign('half')}</summary><form action="${linkUrl(choiceHref(home))}"${attributes({ 'data-chosen': reader.theme })}><input type="hidden" name="at" value="${homePath}"><ul>${choice('light', words.light)}${choice('dark', words.dark)}${choice('system', words.system)}</ul></form></details>`
}
