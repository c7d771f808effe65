// Callbacks: a fold for each request that the API sends by itself.
import type { ShownCallback, ShownOperation } from '../../../computed/reference/index.ts'
import { sign } from '../signs.ts'
import { type Html, html } from '../template.ts'
import { drawAddress } from './address.ts'
import { drawContents } from './contents.ts'
import { drawDescription } from './description.ts'
import { drawResponses } from './responses.ts'
import type { Drawing } from './schema.ts'

export const drawCallbacks = ({ callbacks, opens }: ShownOperation, drawing: Drawing): Html =>
  html`<div class="answers">${callbacks.map((each) => drawCallback(each, opens, drawing))}</div>`

function drawCallback(callback: ShownCallback, opens: ShownOperation['opens'], drawing: Drawing): Html {
  const { name, method, path, title, description, isDeprecated, body, responses } = callback
  const { context } = drawing
  const { words } = context
  const old = isDeprecated && html` <span class="tag">${words.deprecated}</span>`
  const must = body?.isRequired && html` <span class="must">${words.api.required}</span>`
  const sent =
    body &&
    html`<p class="part">${words.api.body}${must}</p>${drawDescription(body.description, context)}${drawContents(body.contents, drawing)}`
  const answers =
    responses.length > 0 &&
    html`<p class="part">${words.api.responses}</p>${drawResponses({ responses, opens }, drawing)}`
  return html`<details class="expand"><summary>${sign('right')}<code>${name}</code>${title !== undefined && html`<span>${title}</span>`}${old}</summary><div>${drawAddress(method, path)}${drawDescription(description, context)}${sent}${answers}</div></details>`
}
