// Operations, webhooks and schemas of an API. What is not known of them is drawn as the document has it.
import { type ShownOperation, sourceNameOf } from '../../../computed/reference/index.ts'
import type { Block } from '../../../engine/document.ts'
import { dataIn, dataOf, textIn, textsIn } from '../../fields.ts'
import { drawAddress } from '../api/address.ts'
import { drawOperation } from '../api/operation.ts'
import { drawSchema } from '../api/schema.ts'
import type { BlockWriter, Context, Format } from '../contract.ts'
import { resolve } from '../references.ts'
import { sign } from '../signs.ts'
import { attributes, type Html, html } from '../template.ts'
import { anchorUrl } from '../url.ts'
import { formerAnchors } from './heading.ts'

const sourceOf = (block: Block, context: Context): string => {
  const data = dataOf(block)
  return textIn(dataIn(data, 'source'), 'label') ?? resolve(data.ref, context).title
}

const frame = (block: Block, context: Context, label: string, body: Html): Html => {
  const own = attributes({ class: 'op block', id: context.anchorOf(block), role: 'group', 'aria-label': label })
  return html`<div${own}>${formerAnchors(block, context)}${body}</div>`
}

function drawTitle(block: Block, { title, stability, isWebhook }: ShownOperation, context: Context): Html {
  const id = context.anchorOf(block)
  const label = `${context.words.linkToSection}: ${title}`
  const mark = id !== undefined && html`<a class="mark" href="${anchorUrl(id)}" aria-label="${label}">#</a>`
  const tags = [isWebhook ? context.words.webhook : undefined, stability].filter((tag) => tag !== undefined)
  return html`<h2>${mark}${title}${tags.map((tag) => html` <span class="tag">${tag}</span>`)}</h2>`
}

const operation: BlockWriter = (block, context) => {
  const data = dataOf(block)
  const method = (textIn(data, 'method') ?? '').toLowerCase()
  const path = textIn(data, 'path') ?? textIn(data, 'name') ?? ''
  const label = `${method.toUpperCase()} ${path}`.trim()
  const known = context.isQuiet ? undefined : context.operation(block)
  if (!known)
    return frame(
      block,
      context,
      label,
      html`${drawAddress(method, path)}<p class="source">${sourceOf(block, context)}</p>`,
    )
  const spec = sourceNameOf(data.ref)
  const isTitled = data.headless !== true && known.title !== context.title
  const title = isTitled ? drawTitle(block, known, context) : undefined
  return frame(block, context, label, html`${title}${drawOperation(known, context, { level: isTitled ? 3 : 2, spec })}`)
}

const schemas: BlockWriter = (block, context) => {
  const data = dataOf(block)
  const names = textsIn(data.schemas)
  const { words } = context
  const isGrouped = data.grouped !== false
  const all = names.map((name) => {
    const schema = context.isQuiet ? undefined : context.schema(block, name)
    if (!schema) return html`<p class="answer"><code>${name}</code></p>`
    const drawing = { context, isOpen: false }
    const { name: _, ...plain } = schema
    const body = drawSchema(plain, drawing)
    return isGrouped
      ? html`<details class="expand"><summary>${sign('right')}<code>${name}</code></summary><div>${body}</div></details>`
      : html`<p class="part"><code>${name}</code></p>${body}`
  })
  const source = names.length === 0 && html`<p class="source">${sourceOf(block, context)}</p>`
  return frame(block, context, words.schemas, html`<div class="op-text answers">${all}${source}</div>`)
}

export const openapi: Format = {
  blocks: {
    'openapi-operation': operation,
    'openapi-webhook': operation,
    swagger: operation,
    'openapi-schemas': schemas,
  },
}
