// How callers prove who they are: what a request carries, in the notation of HTTP.
import { carried, type SecurityChoice, type SecurityScheme } from '../../../computed/reference/index.ts'
import type { Context } from '../contract.ts'
import { type Html, html } from '../template.ts'
import { drawDescription } from './description.ts'

export function drawSecurity(choices: readonly SecurityChoice[], context: Context): Html {
  const { api } = context.words
  const drawn = choices.flatMap((choice, at) => [
    ...(at === 0 ? [] : [html`<p class="or">${api.or}</p>`]),
    choice.length === 0
      ? html`<p class="says">${api.noAuthorization}</p>`
      : html`<dl class="fields">${choice.map((scheme) => drawScheme(scheme, context))}</dl>`,
  ])
  return html`${drawn}`
}

function drawScheme(scheme: SecurityScheme, context: Context): Html {
  const { name, type, scopes, description } = scheme
  const sent = carried(scheme)
  const form =
    sent &&
    (sent.in === 'header'
      ? `${sent.name}: ${sent.value}`
      : sent.in === 'query'
        ? `?${sent.name}=${sent.value}`
        : `Cookie: ${sent.name}=${sent.value}`)
  const carrying = form !== undefined && html`<p class="says"><code>${form}</code></p>`
  const needed =
    scopes.length > 0 &&
    html`<p class="says"><span>${context.words.api.scopes} ${scopes.map((scope) => html`<code>${scope}</code> `)}</span></p>`
  return html`<div><dt><code>${name}</code><span class="type">${type}</span></dt><dd>${drawDescription(description, context)}${carrying}${needed}</dd></div>`
}
