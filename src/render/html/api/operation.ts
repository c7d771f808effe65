// An operation or a webhook: what it does and takes on one side, code and answers on the other.
import { PLACES, type ShownOperation } from '../../../computed/reference/index.ts'
import type { Context } from '../contract.ts'
import { attributes, element, type Html, html } from '../template.ts'
import { drawAddress } from './address.ts'
import { drawCallbacks } from './callbacks.ts'
import { type CodeTab, drawTabs, drawText } from './code.ts'
import { drawContents } from './contents.ts'
import { drawDescription } from './description.ts'
import { drawResponses } from './responses.ts'
import { type Drawing, drawFields } from './schema.ts'
import { drawSecurity } from './security.ts'
import { drawTryIt } from './try-it.ts'

export interface OperationLook {
  /** Below the title of the operation, or below that of the page. */
  level: 2 | 3
  /** The specification that it is from. */
  spec: string | undefined
}

export function drawOperation(operation: ShownOperation, context: Context, { level, spec }: OperationLook): Html {
  const { words } = context
  const drawing: Drawing = { context, isOpen: operation.opens.schemas }
  const { method, path, description, security, body, responses, callbacks } = operation
  const part = (title: string | Html, inner: Html): Html =>
    html`${element(`h${level}`, attributes({ class: 'part' }), html`${title}`)}${inner}`
  const parameters = PLACES.flatMap((place) => {
    const here = operation.parameters.filter((each) => each.in === place)
    return here.length > 0 ? [part(words.api.parameters[place], drawFields(here, drawing))] : []
  })
  const must = body?.isRequired && html` <span class="must">${words.api.required}</span>`
  const sent = body && html`${drawDescription(body.description, context)}${drawContents(body.contents, drawing)}`
  const text = [
    drawAddress(method, path),
    drawNotice(operation, context),
    drawDescription(description, context),
    security.some((choice) => choice.length > 0)
      ? part(words.api.authorization, drawSecurity(security, context))
      : undefined,
    ...parameters,
    sent && part(html`${words.api.body}${must}`, sent),
    responses.length > 0 ? part(words.api.responses, drawResponses(operation, drawing)) : undefined,
    callbacks.length > 0 ? part(words.api.callbacks, drawCallbacks(operation, drawing)) : undefined,
  ].filter((each) => each !== undefined)
  const side = html`${drawTabs(samplesOf(operation, context), words.api.request)}${drawTryIt(operation, spec, context)}${drawTabs(answersOf(operation, context), words.api.answer)}`
  return html`<div class="op-pair"><div class="op-text">${text}</div>${side.text === '' ? undefined : html`<div class="op-side">${side}</div>`}</div>`
}

function drawNotice({ isDeprecated, sunset, servers }: ShownOperation, { words }: Context): Html | undefined {
  const end = isDeprecated && sunset !== undefined ? words.api.sunset(words.date(sunset)) : ''
  const old = isDeprecated && html`<p class="old"><span class="tag">${words.deprecated}</span> ${end}</p>`
  const known =
    servers.length > 0 &&
    html`<p class="servers"><span class="sr">${words.api.server}</span>${servers.map(drawServer)}</p>`
  return old || known ? html`${known}${old}` : undefined
}

const drawServer = ({ url, description }: ShownOperation['servers'][number]): Html =>
  html`<span><code>${url}</code>${description !== undefined && html` ${description}`}</span>`

const samplesOf = ({ samples }: ShownOperation, context: Context): CodeTab[] =>
  samples.map(({ title, syntax, code }) => ({ title, body: drawText(code, syntax, context) }))

/** The examples of all responses; those of a webhook's body come first. */
function answersOf({ isWebhook, body, responses }: ShownOperation, context: Context): CodeTab[] {
  const sent = isWebhook ? (body?.contents[0]?.examples ?? []) : []
  const payload = sent.map(({ title, text, syntax }) => ({
    title: title ?? context.words.api.body,
    body: drawText(text, syntax, context),
  }))
  const answers = responses.flatMap(({ status, contents }) => {
    const [first] = contents
    if (!first || first.examples.length === 0) return []
    const codes = first.examples.map(({ title, text, syntax }) => drawText(text, syntax, context, title))
    return [{ title: status, body: html`${codes}` }]
  })
  return [...payload, ...answers]
}
