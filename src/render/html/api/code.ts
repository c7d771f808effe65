// Samples and examples: code like any other.
import type { Block } from '../../../engine/document.ts'
import { drawCode } from '../blocks/code.ts'
import type { Context } from '../contract.ts'
import { attributes, type Html, html } from '../template.ts'

const lineOf = (text: string): Block => ({
  object: 'block',
  type: 'code-line',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

export const drawText = (text: string, syntax: string | undefined, context: Context, title?: string): Html =>
  drawCode(
    {
      object: 'block',
      type: 'code',
      data: { ...(syntax !== undefined && { syntax }), ...(title !== undefined && { title }) },
      nodes: text.split('\n').map(lineOf),
    },
    context,
  )

export interface CodeTab {
  title: string
  body: Html
}

/** One code alone, or several in tabs. */
export function drawTabs(tabs: readonly CodeTab[], label: string): Html | undefined {
  if (tabs.length === 0) return undefined
  const drawn = tabs.map(({ title, body }) => {
    const own = attributes({ class: 'tab', role: 'group', 'aria-label': title })
    return html`<div${own}><p class="tab-name">${title}</p><div class="panel">${body}</div></div>`
  })
  const own = attributes({ class: 'tabset codes', 'aria-label': label, role: 'group' })
  return html`<lectern-tabs${own}>${drawn}</lectern-tabs>`
}
