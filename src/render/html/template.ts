// HTML as a type of its own, made by one tagged template that escapes every value. Text cannot become markup by being
// forgotten, an address cannot enter `href` without having passed `url.ts`, and the template refuses to compile where a
// value would be read as anything but text: in a tag, in an unquoted attribute, in a script or a style.

import { type Hole, holesOf } from './holes.ts'
import { Attributes, escapeText, Html } from './html.ts'
import { Url } from './url.ts'

export { Attributes, attributes } from './attributes.ts'
export { escapeText, Html, NOTHING } from './html.ts'

/** What a template takes: text is escaped, nothing is left out. */
export type Value = Html | Attributes | Url | string | number | readonly Html[] | false | null | undefined

const templates = new WeakMap<TemplateStringsArray, readonly Hole[]>()

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  let holes = templates.get(strings)
  if (holes === undefined) {
    holes = holesOf(strings)
    templates.set(strings, holes)
  }
  let text = strings[0]!
  for (let at = 0; at < values.length; at++) text += written(values[at], holes[at]!) + strings[at + 1]
  return new Html(text)
}

function written(value: Value, hole: Hole): string {
  if (hole.kind === 'tag') {
    if (value instanceof Attributes) return value.text
    if (value === undefined || value === false || value === null) return ''
    throw new TypeError('Only attributes() may stand in a tag.')
  }
  if (value instanceof Url) return escapeText(value.text)
  if (hole.kind === 'url') throw new TypeError(`${hole.name} takes only an address made by url.ts.`)
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return String(value)
  if (value === undefined || value === false || value === null) return ''
  if (hole.kind === 'value') throw new TypeError(`${hole.name} takes only text.`)
  if (value instanceof Html) return value.text
  if (value instanceof Attributes) throw new TypeError('attributes() may stand only in a tag.')
  return joined(value)
}

function joined(parts: readonly Html[]): string {
  let text = ''
  for (const part of parts) text += part.text
  return text
}

/** Several pieces, one after the other. */
export const join = (parts: readonly Html[]): Html => new Html(joined(parts))

const NAME = /^[a-z][a-z0-9]*$/
const ACTIVE = /^(script|style|iframe|object|embed|link|base|meta|form|input|button|template|noscript|frame|portal)$/
const checked = new Set<string>()

/** An element whose name is a value, such as a level of headings. Never one that runs or loads anything. */
export function element(name: string, own: Attributes, body: Html): Html {
  if (!checked.has(name)) {
    if (!NAME.test(name) || ACTIVE.test(name)) throw new TypeError(`There is no element ${name}.`)
    checked.add(name)
  }
  return new Html(`<${name}${own.text}>${body.text}</${name}>`)
}

/** The element that a piece begins with, with a name for scripts. */
export const named = (name: string, piece: Html): Html =>
  new Html(piece.text.replace(/^<[a-z][a-z0-9-]*/, (tag) => `${tag} data-key="${escapeText(name)}"`))
