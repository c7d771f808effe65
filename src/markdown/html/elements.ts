// HTML element names: block elements, and wrappers among them that only group their content.

import type { HtmlToken } from './tokens.ts'

export const wrapperNames = 'address article aside center div footer header main nav section'.split(' ')
const wrappers = new Set(wrapperNames)
const others = new Set('blockquote details figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' '))

export const isBlockElement = (name: string) => others.has(name) || wrappers.has(name)

/** Block types that are written as elements in cells and lists. */
export const customBlocks = new Set('hint tabs stepper columns content-ref embed file'.split(' '))

/** True for the attributes of a block of the dialect, as written in cells and lists. */
export const isCustom = (attributes: Record<string, string>) => 'data-gb-custom-block' in attributes

type TagToken = Extract<HtmlToken, { kind: 'open' | 'close' }>

/** A tag of a wrapper element, which may be a block of the dialect. */
export const isWrapperTag = (token: HtmlToken): token is TagToken =>
  (token.kind === 'open' || token.kind === 'close') && wrappers.has(token.name)

/** A tag of a wrapper element without meaning of its own. */
export const isPlainWrapperTag = (token: HtmlToken): token is TagToken =>
  isWrapperTag(token) && !(token.kind === 'open' && (token.closed || isCustom(token.attributes)))
