// Options of the parser and the serializer: how links map to content references and back, and which fences are
// integration blocks. The defaults are pure and lossless: a URL stays a URL, and any other reference has an address of
// its own, `lectern:kind/…`.

import { findData } from '../lib/json.ts'

export interface ContentRef {
  kind: string
  [field: string]: unknown
}

/** A fence language that represents an integration block, with the text as the property `body`. */
export interface Fence {
  language: string
  integration: string
  block: string
  body: string
}

export interface ParseOptions {
  /** A link or the target of a content reference, as written. */
  resolveLink?: (href: string) => ContentRef
  /** The source of an image or a file, as written. */
  resolveFile?: (source: string) => ContentRef
  /** The argument of `{% include "…" %}`. */
  resolveInclude?: (path: string) => ContentRef
  /** Read a first `# heading` as the page title, not as part of the document. Default true. */
  title?: boolean
  /** Of duplicates for a language, the first counts. */
  fences?: readonly Fence[]
}

export interface SerializeOptions {
  linkTo?: (ref: ContentRef) => string
  fileTo?: (ref: ContentRef) => string
  includeTo?: (ref: ContentRef) => string
  /** The same as for parsing, so that the result reads back the same. */
  fences?: readonly Fence[]
  /** Written as `# title` above the document. */
  title?: string
  frontMatter?: Record<string, unknown>
}

const scheme = 'lectern:'

export function defaultResolve(href: string): ContentRef {
  if (/^#[^#\s]+$/.test(href)) return { kind: 'anchor', anchor: href.slice(1) }
  return readAddress(href) ?? { kind: 'url', url: href }
}

export function defaultLinkTo(ref: ContentRef): string {
  if (ref.kind === 'url' && typeof ref.url === 'string' && !readAddress(ref.url) && !/^#[^#\s]+$/.test(ref.url))
    return ref.url
  const anchor = ref.kind === 'anchor' && Object.keys(ref).length === 2 ? `#${ref.anchor}` : ''
  return /^#[^#\s]+$/.test(anchor) ? anchor : addressOf(ref)
}

/** The unambiguous general form of a reference. */
export function addressOf(ref: ContentRef): string {
  const { kind, ...fields } = ref
  const pairs = Object.entries(fields).map(([key, value]) => `${encode(key)}=${encode(JSON.stringify(value))}`)
  return `${scheme}${encode(kind)}?${pairs.join('&')}`
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[()'*!~]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)

function readAddress(href: string): ContentRef | undefined {
  const [, kind, query] = /^lectern:([^?]+)\?(.*)$/.exec(href) ?? []
  if (kind === undefined || query === undefined) return undefined
  try {
    const pairs = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent))
    const fields = pairs.map(([key, value]) => [key, findData(value ?? '')] as const)
    if (fields.some(([, value]) => value === undefined)) return undefined
    return { kind: decodeURIComponent(kind), ...Object.fromEntries(fields) }
  } catch {
    return undefined
  }
}

export const defaultInclude = (path: string): ContentRef => ({ kind: 'reusable-content', reusableContent: path })

export const defaultIncludeTo = (ref: ContentRef): string =>
  Object.keys(ref).length === 2 && typeof ref.reusableContent === 'string' ? ref.reusableContent : defaultLinkTo(ref)
