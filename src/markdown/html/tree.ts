// Builds a tree of HTML tokens. Returns undefined for unbalanced elements, and for text in attributes that the document
// model cannot store; the caller then keeps the source.

import type { PhrasingContent } from 'mdast'
import { type HtmlToken, htmlTokens, losesText } from './tokens.ts'

export interface HtmlElement {
  kind: 'element'
  name: string
  attributes: Record<string, string>
  children: HtmlNode[]
  raw: string
}

/** Markdown between tags, as in a table cell. */
export interface Phrase {
  kind: 'phrase'
  node: PhrasingContent
}

export type HtmlNode = HtmlElement | Phrase | Extract<HtmlToken, { kind: 'text' | 'other' }>

const empty = new Set(['br', 'hr', 'img', 'source', 'col', 'wbr', 'input'])
const deepest = 64

// Elements without a required end tag, and the elements that end them.
const endedBy: Record<string, readonly string[]> = {
  p: ['p', 'ul', 'ol', 'table', 'div', 'blockquote', 'pre', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  li: ['li'],
  td: ['td', 'th', 'tr', 'tbody'],
  th: ['td', 'th', 'tr', 'tbody'],
  tr: ['tr', 'tbody'],
}

export const htmlTree = (source: string): HtmlNode[] | undefined => treeOf(htmlTokens(source))

/** Builds the tree of a line of Markdown with tags. */
export const phrasingTree = (nodes: PhrasingContent[]): HtmlNode[] | undefined => treeOf(nodes.map(tokenOf), 0)

function tokenOf(node: PhrasingContent): HtmlToken | Phrase {
  if (node.type === 'text') return { kind: 'text', value: node.value, raw: node.value }
  return (node.type === 'html' ? htmlTokens(node.value)[0] : undefined) ?? { kind: 'phrase', node }
}

/** Markdown may be between the tags of top-level elements, so elements within `outer` others need end tags. */
function treeOf(tokens: (HtmlToken | Phrase)[], outer = 1): HtmlNode[] | undefined {
  const root: HtmlNode[] = []
  const stack: HtmlElement[] = []
  const endWhile = (isEnded: (name: string) => boolean) => {
    while (stack.length > outer && isEnded(stack.at(-1)!.name)) stack.pop()
  }
  for (const token of tokens) {
    if (token.kind === 'open') endWhile((name) => endedBy[name]?.includes(token.name) ?? false)
    else if (token.kind === 'close') endWhile((name) => name !== token.name && name in endedBy)
    const siblings = stack.at(-1)?.children ?? root
    if (token.kind === 'open') {
      if (losesText(token.name, token.attributes)) return undefined
      const element: HtmlElement = {
        kind: 'element',
        name: token.name,
        attributes: token.attributes,
        children: [],
        raw: token.raw,
      }
      siblings.push(element)
      if (!empty.has(token.name) && !token.closed) stack.push(element)
      if (stack.length > deepest) return undefined
    } else if (token.kind === 'close') {
      if (stack.pop()?.name !== token.name) return undefined
    } else siblings.push(token)
  }
  endWhile((name) => name in endedBy)
  return stack.length ? undefined : root
}

export const isBlank = (node: HtmlNode) => node.kind === 'text' && node.raw.trim() === ''
export const isElement = (node: HtmlNode | undefined, ...names: string[]): node is HtmlElement =>
  node?.kind === 'element' && (names.length === 0 || names.includes(node.name))

export const withoutBlank = (nodes: HtmlNode[]) => nodes.filter((node) => !isBlank(node))
