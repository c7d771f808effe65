// What readers do with a page: copy it, take it along, ask an assistant about it, edit it.
import { type Html, html, linkUrl, sign } from '../../render/html/index.ts'
import type { PageModel } from '../model/page.ts'

const item = (href: string, label: string, more?: Html): Html | undefined => {
  const url = linkUrl(href)
  return url && html`<li><a href="${url}" rel="nofollow">${label}${more}</a></li>`
}

export function drawActions({ actions, words }: PageModel): Html | undefined {
  const { markdown, copy: copied, pdf, assistants, edit, write } = actions
  const entries = [
    markdown && html`<li><a href="${linkUrl(markdown)}">${words.asMarkdown}</a></li>`,
    pdf && item(pdf.page, words.actions.pdf),
    pdf?.section && item(pdf.section, words.actions.sectionPdf),
    pdf && item(pdf.all, words.actions.wholePdf),
    ...assistants.map(({ name, href }) => item(href, words.actions.openIn(name), sign('away'))),
    edit && item(edit, words.actions.edit, sign('away')),
    write && item(write, words.actions.write),
  ].filter((each) => each instanceof Object)
  if (entries.length === 0) return undefined
  const copy =
    copied &&
    html`<button type="button" class="btn s scripted" data-copy="${copied}">${sign('copy')}${words.actions.copy}</button>`
  return html`<div class="actions">${copy || undefined}<details class="drop"><summary class="btn s" aria-label="${words.actions.title}">${sign('more')}</summary><ul>${entries}</ul></details></div>`
}
