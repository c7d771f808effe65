// A small HTML tokenizer for the subset that the dialect writes: tags with attributes, comments, and text. It never
// fails: anything else is text.

import { decodeNamedCharacterReference } from 'decode-named-character-reference'

export type HtmlToken =
  | { kind: 'open'; name: string; attributes: Record<string, string>; closed: boolean; raw: string }
  | { kind: 'close'; name: string; raw: string }
  | { kind: 'other'; raw: string }
  | { kind: 'text'; value: string; raw: string }

export type OpenToken = Extract<HtmlToken, { kind: 'open' }>

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
const tag =
  /<([A-Za-z][A-Za-z0-9-]*)((?:\s+[A-Za-z_:][A-Za-z0-9_.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/y
const closing = /<\/([A-Za-z][A-Za-z0-9-]*)\s*>/y

export function htmlTokens(source: string): HtmlToken[] {
  const tokens: HtmlToken[] = []
  let text = 0
  let noComment = source.length
  const flush = (end: number) => {
    if (end > text)
      tokens.push({ kind: 'text', value: decodeEntities(source.slice(text, end)), raw: source.slice(text, end) })
  }
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    const token = tagAt(source, at) ?? (at < noComment ? commentAt(source, at) : undefined)
    if (!token) {
      if (source.startsWith('<!--', at)) noComment = Math.min(noComment, at)
      at++
      continue
    }
    flush(at)
    tokens.push(token)
    at += token.raw.length
    text = at
  }
  flush(source.length)
  return tokens
}

function tagAt(source: string, at: number): HtmlToken | undefined {
  tag.lastIndex = at
  const open = tag.exec(source)
  if (open) {
    const [raw, name = '', attributes = '', slash] = open
    return {
      kind: 'open',
      name: name.toLowerCase(),
      attributes: readHtmlAttributes(attributes),
      closed: slash === '/',
      raw,
    }
  }
  closing.lastIndex = at
  const close = closing.exec(source)
  return close ? { kind: 'close', name: (close[1] ?? '').toLowerCase(), raw: close[0] } : undefined
}

// Attributes with human-readable text, and the elements that preserve them.
const textAttributes = ['title', 'alt', 'aria-label', 'label', 'summary']
const keptOf: Record<string, string[]> = { a: ['title'], img: ['title', 'alt'], option: ['label'] }

export const losesText = (name: string, attributes: Record<string, string>) =>
  textAttributes.some((key) => attributes[key] && !keptOf[name]?.includes(key))

function commentAt(source: string, at: number): HtmlToken | undefined {
  if (!source.startsWith('<!--', at)) return undefined
  const end = source.indexOf('-->', at + 4)
  return end < 0 ? undefined : { kind: 'other', raw: source.slice(at, end + 3) }
}

function readHtmlAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of source.matchAll(attribute)) {
    attributes[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '')
  }
  return attributes
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,31}));/gi, (whole, hex, decimal, name) => {
    if (name) return decodeNamedCharacterReference(name) || whole
    const point = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) ? String.fromCodePoint(point) : whole
  })
}

export const escapeHtml = (text: string) => text.replace(/&/g, '&#x26;').replace(/</g, '&#x3C;')

// A line end inside an attribute could form a blank line, which ends the HTML block.
export const escapeAttribute = (text: string) =>
  escapeHtml(text).replace(/["'\r\n\t`]/g, (mark) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`)

export function openTag(name: string, attributes: Record<string, string | number | boolean | undefined> = {}): string {
  const words = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? key : `${key}="${escapeAttribute(String(value))}"`))
  return `<${[name, ...words].join(' ')}>`
}
