// The attributes of a tag, where which of them there are depends on values.
import { Attributes, escapeText } from './html.ts'
import { Url } from './url.ts'

export { Attributes }

const URLS = new Set(['href', 'src', 'srcset', 'action', 'formaction', 'poster', 'cite', 'data', 'ping', 'background'])

export const isUrl = (name: string): boolean => URLS.has(name)

/** Code and styles come from our own files alone. */
export const isForbidden = (name: string): boolean => /^(on.*|style|srcdoc|imagesrcset)$/.test(name)

type AttributeValue = string | number | boolean | Url | readonly (string | false | undefined)[] | null | undefined

/** `true` writes the bare name; false and undefined leave the attribute out; a list is joined, as for `class`. */
export function attributes(values: Record<string, AttributeValue>): Attributes {
  let text = ''
  for (const [name, value] of Object.entries(values)) text += written(name, value)
  return new Attributes(text)
}

function written(name: string, value: AttributeValue): string {
  if (value === undefined || value === null || value === false) return ''
  if (!/^[a-z][a-z0-9-]*$/.test(name) || isForbidden(name)) throw new TypeError(`There is no attribute ${name}.`)
  if (value === true) return ` ${name}`
  if (isUrl(name)) {
    if (!(value instanceof Url)) throw new TypeError(`${name} takes only an address made by url.ts.`)
    return ` ${name}="${escapeText(value.text)}"`
  }
  const words = typeof value === 'object' && !(value instanceof Url) ? value.filter(Boolean).join(' ') : textOf(value)
  return words === '' && typeof value === 'object' ? '' : ` ${name}="${escapeText(words)}"`
}

const textOf = (value: string | number | Url): string => (value instanceof Url ? value.text : String(value))
