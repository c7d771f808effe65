// Reads and writes the values of cells other than text.

import { escapeHtml, openTag } from '../html/tokens.ts'
import type { HtmlElement, HtmlNode } from '../html/tree.ts'
import { isElement } from '../html/tree.ts'
import { type Data, data } from '../model.ts'
import type { ContentRef } from '../options.ts'
import type { ReadContext, WriteContext } from './contract.ts'
import { labelOf } from './tags.ts'

export interface Written {
  attributes: Record<string, string | boolean | undefined>
  content: string
}

const numeric = (source: string) => (source !== '' && String(Number(source)) === source ? Number(source) : undefined)

export const textual: Record<string, (source: string) => unknown> = {
  number: numeric,
  rating: numeric,
  checkbox: (source) => (source === 'true' ? true : source === 'false' ? false : undefined),
  users: (source) => source.split(', '),
}

// Elements with plain labels, separated only by commas.
export function linksIn(nodes: HtmlNode[]): HtmlElement[] | undefined {
  const links = nodes.filter((node) => isElement(node))
  const isPlain = links.every(({ attributes, children }) => !attributes.title && children.every(isTextNode))
  const isAll = nodes.every((node) => isElement(node) || (node.kind === 'text' && /^[\s,]*$/.test(node.value)))
  return isPlain && isAll ? links : undefined
}

const isTextNode = (node: HtmlNode) => node.kind === 'text'

type Linked = (nodes: HtmlElement[], td: HtmlElement, context: ReadContext) => unknown
const textIn = (node: HtmlElement) => node.children.map((child) => (child.kind === 'text' ? child.value : '')).join('')

export const linked: Record<string, Linked> = {
  'content-ref': ([a, ...more], _td, context) => {
    const href = a?.attributes.href
    if (!a || href === undefined || more.length) return undefined
    const ref = context.options.resolveLink(href)
    return textIn(a) === labelOf(href) ? ref : { ...ref, label: textIn(a) }
  },
  image: ([a, ...more], td, context) => {
    const href = a?.attributes.href ?? a?.attributes.src
    if (href === undefined || a?.attributes.alt || more.length) return undefined
    const ref = context.options.resolveFile(href)
    const [objectFit, alt] = [td.attributes['data-object-fit'], td.attributes['data-alt']]
    return objectFit === undefined && alt === undefined ? ref : data({ ref, objectFit, alt })
  },
  files: (nodes, _td, context) => {
    const refs = nodes.map((a) => context.options.resolveFile(a.attributes.href ?? ''))
    return refs.map((ref) => (ref.kind === 'file' && Object.keys(ref).length === 2 ? ref.file : ref))
  },
  select: (nodes) =>
    nodes.every((node) => node.attributes['data-option'] !== undefined)
      ? nodes.map((node) => node.attributes['data-option'])
      : undefined,
}

export function writeValue(value: unknown, definition: Data, context: WriteContext): Written {
  if (value === undefined) return { attributes: {}, content: '' }
  const type = String(definition.type)
  const content = Object.hasOwn(valueWriters, type)
    ? valueWriters[type]?.(value as never, definition, context)
    : undefined
  if (content) return { attributes: imageAttributes(value, type), content }
  return { attributes: { 'data-json': true }, content: escapeHtml(JSON.stringify(value)) }
}

const anchor = (href: string, label: string) => `${openTag('a', { href })}${escapeHtml(label)}</a>`
const isSimple = (value: unknown) =>
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))
const simple = (value: unknown) => (isSimple(value) ? String(value) : undefined)

const imageAttributes = (value: unknown, type: string) => {
  const { ref, objectFit, alt } = (value ?? {}) as Record<string, string>
  return type === 'image' && ref ? { 'data-object-fit': objectFit, 'data-alt': alt } : {}
}

const valueWriters: Record<string, (value: never, definition: Data, context: WriteContext) => string | undefined> = {
  number: simple,
  rating: simple,
  checkbox: simple,
  users: (ids: string[]) =>
    Array.isArray(ids) && ids.length && ids.every((id) => /^[\w-]+$/.test(id)) ? ids.join(', ') : undefined,
  'content-ref': (value: ContentRef & { label?: string }, _definition, context) => {
    const { label, ...ref } = value ?? {}
    if (!value?.kind) return undefined
    const href = context.options.linkTo(ref as ContentRef)
    return anchor(href, label ?? labelOf(href))
  },
  image: (value: ContentRef & { ref?: ContentRef }, _definition, context) => {
    if (!value?.kind && !value?.ref) return undefined
    const href = context.options.fileTo(value.ref ?? value)
    return anchor(href, labelOf(href))
  },
  files: (values: (string | ContentRef)[], _definition, context) => {
    if (!Array.isArray(values)) return undefined
    const hrefs = values.map((each) =>
      context.options.fileTo(typeof each === 'string' ? { kind: 'file', file: each } : each),
    )
    return hrefs.map((href) => anchor(href, labelOf(href))).join('')
  },
  select: (values: string[], definition) => {
    const labels = new Map(((definition.options ?? []) as Data[]).map(({ value, label }) => [value, label]))
    if (!Array.isArray(values)) return undefined
    return values
      .map(
        (value) =>
          `${openTag('span', { 'data-option': value })}${escapeHtml(String(labels.get(value) ?? value))}</span>`,
      )
      .join(', ')
  },
}
