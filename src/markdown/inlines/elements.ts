// Readers of inline HTML elements, by name. If a reader returns false, its tags stay text.

import type { PhrasingContent } from 'mdast'
import type { Inline, Mark } from '../../engine/document.ts'
import { htmlTokens, type OpenToken } from '../html/tokens.ts'
import { data, type InlineNode, voidInline } from '../model.ts'
import type { ReadContext } from '../nodes/contract.ts'
import { labelOf } from '../nodes/tags.ts'
import { emojiName, isEmojiText } from '../syntax/emoji.ts'
import { annotation } from './annotation.ts'
import { addMark, colorMark, mark } from './marks.ts'
import { orEmpty, type Pieces } from './pieces.ts'

interface Element {
  empty?: boolean
  read(open: OpenToken, inner: PhrasingContent[], marks: Mark[], pieces: Pieces, context: ReadContext): boolean
}

const marking = (toMark: (open: OpenToken) => Mark): Element => ({
  read(open, inner, marks, pieces, context) {
    context.inlinesInto(inner, addMark(marks, toMark(open)), pieces)
    return true
  },
})

// Returns the text of nodes that are only text: line breaks are `<br>`, unknown tags are literal.
export function textOf(nodes: PhrasingContent[]): string | undefined {
  const parts = nodes.map((node) => {
    if (node.type === 'text') return node.value.replace(/\s*\n\s*/g, ' ')
    if (node.type === 'break') return '\n'
    return node.type === 'html' ? tagText(node.value) : undefined
  })
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined
}

function tagText(value: string): string | undefined {
  const [token] = htmlTokens(value)
  if (token?.kind === 'open' && token.name === 'br') return '\n'
  return token?.kind !== 'other' && token?.kind !== 'text' && token && isKnownElement(token.name) ? undefined : value
}

const icon: Element['read'] = (open, inner, marks, pieces, context) => {
  const name = /(?:^|\s)fa-(\S+)/.exec(open.attributes.class ?? '')?.[1]
  if (!name) return emphasis.read(open, inner, marks, pieces, context)
  const color = /color:\s*([^;]+)/.exec(open.attributes.style ?? '')?.[1]
  if (!isName(inner, name)) return false
  pieces.inline(voidInline('icon', { icon: name, color }))
  return true
}

// The content of the element for readers of the file: empty, or the name as a shortcode.
const isName = (inner: PhrasingContent[], name: string) =>
  ['', `:${name}:`].includes(
    inner
      .map((node) => ('value' in node ? node.value : '<'))
      .join('')
      .trim(),
  )

// Presentational elements without a mark: their text stays.
const plain: Element = {
  read(_open, inner, marks, pieces, context) {
    context.inlinesInto(inner, marks, pieces)
    return true
  },
}

const emphasis = marking(() => mark('italic'))
const strong = marking(() => mark('bold'))
const struck = marking(() => mark('strikethrough'))

const link: Element['read'] = (open, inner, marks, pieces, context) => {
  const { href, title, class: classes = '' } = open.attributes
  if (/(?:^|\s)button(?:\s|$)/.test(classes)) return button(open, inner, marks, pieces, context)
  if (href === undefined) return anchor(open, inner, marks, pieces, context)
  const ref = context.options.resolveLink(href)
  const isMention = 'data-mention' in open.attributes
  if (isMention && textOf(inner) === labelOf(href)) pieces.inline(voidInline('mention', { ref }))
  else if ('data-footnote-ref' in open.attributes) return note(href, inner, marks, pieces, context)
  else {
    const fields = { ref, title: title || (isMention ? 'mention' : undefined), id: open.attributes.id || undefined }
    pieces.inline(linkTo(fields, within(inner, marks, context)))
  }
  return true
}

const linkTo = (fields: Record<string, unknown>, nodes: InlineNode[]): Inline => ({
  object: 'inline',
  type: 'link',
  data: data(fields),
  nodes,
})

// An anchor is an empty link to itself, before the content of the element.
const anchor: Element['read'] = (open, inner, marks, pieces, context) => {
  const id = open.attributes.id || open.attributes.name
  if (!id || open.attributes.title) return false
  pieces.inline(linkTo({ ref: context.options.resolveLink(`#${id}`), id }, orEmpty([])))
  context.inlinesInto(inner, marks, pieces)
  return true
}

const within = (inner: PhrasingContent[], marks: Mark[], context: ReadContext) => orEmpty(context.inlines(inner, marks))

function note(href: string, inner: PhrasingContent[], marks: Mark[], pieces: Pieces, context: ReadContext): boolean {
  const identifier = /^#user-content-fn-(.+)$/.exec(href)?.[1]
  const found = identifier && annotation(identifier.toLowerCase(), () => within(inner, marks, context), context)
  if (found) pieces.inline(found)
  return Boolean(found)
}

const button: Element['read'] = (open, inner, _marks, pieces, context) => {
  const label = textOf(inner)
  const {
    href,
    class: classes = '',
    'data-icon': icon,
    'data-action': action,
    'data-query': query,
    'data-slug': slug,
    title,
  } = open.attributes
  const words = classes.split(/\s+/)
  if (label === undefined || title !== undefined || !words.includes('button')) return false
  const size = words.find((word) => ['small', 'medium', 'large'].includes(word))
  const kind = words.find((word) => word !== 'button' && word !== size)
  const target = action
    ? { action: data({ action, query, slug }) }
    : { ref: href === undefined ? undefined : context.options.resolveLink(href) }
  pieces.inline(voidInline('button', { label, kind: kind ?? 'primary', icon, size, ...target }))
  return true
}

const code: Element['read'] = (open, inner, marks, pieces) => {
  const value = textOf(inner)
  if (value === undefined) return false
  if (open.attributes.class === 'expression') pieces.inline(voidInline('expression', { expression: value }))
  else pieces.text(value, addMark(marks, mark('code')))
  return true
}

const image: Element['read'] = (open, _inner, _marks, pieces, context) => readPicture(open, undefined, pieces, context)

function readPicture(img: OpenToken, dark: string | undefined, pieces: Pieces, context: ReadContext): boolean {
  const { src, alt, title, 'data-size': size } = img.attributes
  if (src === undefined) return false
  const { resolveFile } = context.options
  const fields = {
    ref: resolveFile(src),
    refDark: dark === undefined ? undefined : resolveFile(dark),
    alt: alt || undefined,
    caption: title || undefined,
  }
  pieces.inline(voidInline('inline-image', { ...fields, size }))
  return true
}

const picture: Element['read'] = (_open, inner, _marks, pieces, context) => {
  const tokens = inner
    .filter((node) => node.type !== 'text' || node.value.trim())
    .map((node) => (node.type === 'html' ? htmlTokens(node.value)[0] : undefined))
  const [source, img, ...more] = tokens
  if (more.length || source?.kind !== 'open' || source.name !== 'source' || img?.kind !== 'open' || img.name !== 'img')
    return false
  return readPicture(img, source.attributes.srcset, pieces, context)
}

const span: Element['read'] = (open, inner, marks, pieces, context) => {
  const { class: classes, 'data-tag': tag, 'data-code': emoji } = open.attributes
  const value = textOf(inner)
  if (classes === 'math' && value !== undefined) pieces.inline(voidInline('inline-math', { formula: value }))
  else if (tag === 'emoji' && emoji && isEmoji(inner, emoji)) pieces.inline(voidInline('emoji', { code: emoji }))
  else if (tag === undefined && classes !== 'math') return plain.read(open, inner, marks, pieces, context)
  else return false
  return true
}

const isEmoji = ([only, ...more]: PhrasingContent[], code: string) =>
  !more.length &&
  (!only || (only.type === 'emoji' && only.code === code) || (only.type === 'text' && isShown(only.value.trim(), code)))

const isShown = (text: string, code: string) =>
  text === '' || text === `:${emojiName(code)}:` || isEmojiText(text, code)

export const elements: Record<string, Element> = {
  a: { read: link },
  b: strong,
  big: plain,
  br: {
    empty: true,
    read(_open, _inner, marks, pieces) {
      pieces.text('\n', marks)
      return true
    },
  },
  button: { read: button },
  code: { read: code },
  del: struck,
  em: emphasis,
  font: plain,
  i: { read: icon },
  img: { empty: true, read: image },
  ins: plain,
  kbd: marking(() => mark('keyboard')),
  mark: marking((open) => colorMark(open.attributes.style ?? '')),
  picture: { read: picture },
  s: struck,
  samp: { read: code },
  small: plain,
  span: { read: span },
  strike: struck,
  strong,
  sub: marking(() => mark('subscript')),
  sup: marking(() => mark('superscript')),
  tt: { read: code },
  u: plain,
}

export const isKnownElement = (name: string) => Object.hasOwn(elements, name) || name === 'source'
