// A block of an integration: what the integration draws, or else its name, its address and its text.
import type { Block } from '../../../engine/document.ts'
import { blocksIn, dataIn, dataOf, textIn } from '../../fields.ts'
import type { Context, Format } from '../contract.ts'
import { link } from '../references.ts'
import { type Html, html } from '../template.ts'
import { linkUrl } from '../url.ts'
import { drawCode } from './code.ts'

const codeOf = (text: string, syntax: string): Block => ({
  object: 'block',
  type: 'code',
  data: { syntax },
  nodes: text.split('\n').map((line) => ({
    object: 'block',
    type: 'code-line',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
  })),
})

function drawFallback(block: Block, context: Context): Html {
  const data = dataOf(block)
  const props = dataIn(data, 'props')
  const name = [textIn(data, 'integration'), textIn(data, 'block')].filter(Boolean).join(' / ')
  const address = textIn(data, 'url') ?? textIn(props, 'url')
  const content = textIn(props, 'content')
  if (content !== undefined && textIn(data, 'integration') === 'mermaid')
    return html`<figure class="diagram" data-diagram="mermaid">${drawCode(codeOf(content, 'mermaid'), context)}</figure>`
  const lead = address === undefined ? undefined : link(linkUrl(address), html`${address}`, context)
  const text = content === undefined ? undefined : drawCode(codeOf(content, ''), context)
  return html`<div class="integration block"><p class="name">${name}</p>${lead && html`<p>${lead}</p>`}${text}${context.within().blocks(blocksIn(block))}</div>`
}

export const integration: Format = {
  blocks: {
    integration: (block, context) => {
      const drawn = context.integration(block)
      return drawn ? html`<div class="interface block">${drawn}</div>` : drawFallback(block, context)
    },
  },
}
