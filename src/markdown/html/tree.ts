// HTML tokens as a tree. Elements that are never closed, closed without being opened, or with words in attributes that
// no document has a place for, make the text "not whole", and the caller keeps it as it is.

import { type HtmlToken, htmlTokens, losesWords } from './tokens.ts'

export interface HtmlElement {
  kind: 'element'
  name: string
  attributes: Record<string, string>
  children: HtmlNode[]
  raw: string
}

export type HtmlNode = HtmlElement | Extract<HtmlToken, { kind: 'text' | 'other' }>

const empty = new Set(['br', 'hr', 'img', 'source', 'col', 'wbr', 'input'])
const deepest = 64

export function htmlTree(source: string): HtmlNode[] | undefined {
  const root: HtmlNode[] = []
  const stack: HtmlElement[] = []
  for (const token of htmlTokens(source)) {
    const siblings = stack.at(-1)?.children ?? root
    if (token.kind === 'open') {
      if (losesWords(token.name, token.attributes)) return undefined
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
  return stack.length ? undefined : root
}

export const isBlank = (node: HtmlNode) => node.kind === 'text' && node.raw.trim() === ''
export const isElement = (node: HtmlNode | undefined, ...names: string[]): node is HtmlElement =>
  node?.kind === 'element' && (names.length === 0 || names.includes(node.name))

export const solid = (nodes: HtmlNode[]) => nodes.filter((node) => !isBlank(node))
