// Responses: a fold for each status, the first success open.
import type { ShownLink, ShownOperation, ShownResponse } from '../../../computed/reference/index.ts'
import { sign } from '../signs.ts'
import { attributes, type Html, html } from '../template.ts'
import { drawContents } from './contents.ts'
import { drawDescription } from './description.ts'
import { type Drawing, drawFields } from './schema.ts'

const toneOf = (status: string): string => (/^2/.test(status) ? 'good' : /^[45]/.test(status) ? 'bad' : '')

type Answers = Pick<ShownOperation, 'responses' | 'opens'>

export function drawResponses({ responses, opens }: Answers, drawing: Drawing): Html {
  const first = responses.findIndex(({ status }) => /^2/.test(status))
  const all = responses.map((response, at) =>
    drawResponse(response, opens.responses || at === Math.max(first, 0), drawing),
  )
  return html`<div class="answers">${all}</div>`
}

/** A description of one line is the title of its fold. */
const lineOf = (text: string | undefined): string | undefined =>
  text === undefined || text.length > 120 || /[\n[<]/.test(text) ? undefined : text.replaceAll(/[`*]/g, '')

function drawResponse(
  { status, description, headers, contents, links }: ShownResponse,
  isOpen: boolean,
  drawing: Drawing,
): Html {
  const { context } = drawing
  const own = attributes({ class: 'expand', open: isOpen })
  const badge = html`<span${attributes({ class: ['tag', toneOf(status)] })}>${status}</span>`
  const line = lineOf(description)
  const title = line === undefined ? undefined : html`<span>${line}</span>`
  const about = title ? undefined : drawDescription(description, context)
  const told =
    headers.length > 0 && html`<p class="part">${context.words.api.headers}</p>${drawFields(headers, drawing)}`
  const next = links.length > 0 && html`<p class="part">${context.words.api.links}</p>${drawLinks(links, drawing)}`
  const body = html`${about}${told}${drawContents(contents, drawing)}${next}`
  if (body.text === '') return html`<p class="answer">${badge}${title}</p>`
  return html`<details${own}><summary>${sign('right')}${badge}${title}</summary><div>${body}</div></details>`
}

const drawLinks = (links: readonly ShownLink[], { context }: Drawing): Html =>
  html`<dl class="fields">${links.map(({ name, operation, description, values }) => {
    const to = operation !== undefined && html`<span class="type">${operation}</span>`
    const given = values.map(({ name: of, value }) => html`<span><code>${of}: ${value}</code></span>`)
    const line = given.length > 0 && html`<p class="says">${given}</p>`
    return html`<div><dt><code>${name}</code>${to}</dt><dd>${drawDescription(description, context)}${line}</dd></div>`
  })}</dl>`
