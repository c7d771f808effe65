// The method and path of an operation.
import { type Html, html } from '../template.ts'

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Parameters of a path stand out. */
const drawPath = (path: string): Html[] =>
  path.split(/(\{[^{}]*\})/).map((part) => (/^\{.*\}$/.test(part) ? html`<b>${part}</b>` : html`${part}`))

export const drawAddress = (method: string, path: string): Html => {
  const badge =
    method !== '' && html`<span class="method${METHODS.has(method) ? ` ${method}` : ''}">${method.toUpperCase()}</span>`
  return html`<p class="address">${badge}<span class="path">${drawPath(path)}</span></p>`
}
