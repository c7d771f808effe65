// The parts of forms: fields with their help and errors, buttons, and notes.
import { attributes, type Html, html, linkUrl, NOTHING, type Url } from '../../render/html/index.ts'
import { ICONS } from './drawings.ts'

export interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  /** For password managers and browsers. */
  autocomplete: string
  value?: string | undefined
  /** Not shown beside an error, which says the same. */
  help?: string | undefined
  error?: string | undefined
  readonly?: boolean | undefined
  focus?: boolean | undefined
  maxLength?: number | undefined
  optional?: boolean
}

export function field(given: Field): Html {
  const { name, label, type = 'text', autocomplete, value = '', error } = given
  const help = error === undefined ? given.help : undefined
  const own = attributes({
    required: !given.optional,
    'aria-describedby': [help !== undefined && `${name}-help`, error !== undefined && `${name}-error`],
    'aria-invalid': error !== undefined && 'true',
    readonly: given.readonly,
    autofocus: given.focus,
    maxlength: given.maxLength,
  })
  return html`<div class="field"><label for="${name}">${label}</label>
<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${own}>
${help !== undefined && html`<span class="help" id="${name}-help">${help}</span>`}
${error !== undefined && html`<span class="error" id="${name}-error">${ICONS.bad}<span>${error}</span></span>`}</div>`
}

export interface Choice {
  name: string
  label: string
  options: readonly { value: string; text: string; selected?: boolean; lang?: string }[]
  help?: string
}

export const choice = ({ name, label, options, help }: Choice): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
<select class="input" id="${name}" name="${name}"${attributes({ 'aria-describedby': help !== undefined && `${name}-help` })}>${options.map(
    ({ value, text, selected, lang }) =>
      html`<option value="${value}"${attributes({ selected, lang })}>${text}</option>`,
  )}</select>
${help !== undefined && html`<span class="help" id="${name}-help">${help}</span>`}</div>`

export const hidden = (name: string, value: string | undefined): Html =>
  value === undefined ? NOTHING : html`<input type="hidden" name="${name}" value="${value}">`

export type Look = 'main' | 'plain' | 'bare' | 'danger'

export const button = (text: string, look: Look = 'main', icon: Html = NOTHING): Html =>
  html`<button class="btn ${look}">${icon}${text}</button>`

/** Our own addresses, which are always links. */
const toUrl = (url: string): Url => linkUrl(url)!

export const linkButton = (text: string, url: string, look: Look = 'plain', icon: Html = NOTHING): Html =>
  html`<a class="btn ${look}" href="${toUrl(url)}">${icon}${text}</a>`

export const textLink = (text: string, url: string): Html => html`<a href="${toUrl(url)}">${text}</a>`

/** A form that is sent to a URL; by default to that of the page. */
export const form = (url: string | undefined, body: Html, more: Record<string, string | boolean> = {}): Html =>
  html`<form method="post"${attributes({ ...(url !== undefined && { action: toUrl(url) }), ...more })}>${body}</form>`

export const note = (text: string | undefined, kind: 'bad' | 'good' = 'bad'): Html =>
  text === undefined ? NOTHING : html`<p class="note ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`

export const heading = (title: string, sub?: string): Html =>
  html`<div><h1>${title}</h1>${sub !== undefined && html`<p class="sub">${sub}</p>`}</div>`

export const small = (text: string): Html => html`<p class="small">${text}</p>`
