// Wrapper elements, `<div class="note">` … `</div>`: readers see their content, and their tags are kept for writing,
// each as a hidden block. With Markdown in between, the tags are separate nodes.

import type { Html, RootContent } from 'mdast'
import { customTag } from '../html/custom-tag.ts'
import { isCustom, isPlainWrapperTag, isWrapperTag, wrapperNames } from '../html/elements.ts'
import { type HtmlToken, htmlTokens } from '../html/tokens.ts'
import { htmlTree } from '../html/tree.ts'
import { pairTags } from '../pairs.ts'
import { type TagNode, tagNode } from '../syntax/tag.ts'
import { hidden } from './condition.ts'
import type { HtmlReader, NodeFormat } from './contract.ts'
import { readImages } from './image.ts'

const read: HtmlReader = (element, context) => {
  const [open] = htmlTokens(element.raw)
  const blocks = open && isPlainWrapperTag(open) ? context.htmlBlocks(element.children) : undefined
  return blocks && [hidden(onOneLine(element.raw)), ...blocks, hidden(`</${element.name}>`)]
}

const onOneLine = (tag: string) => tag.replace(/\s*\n\s*/g, ' ')

// Splits an HTML node at its unbalanced tags.
export function wrappersIn(node: Html): RootContent[] | undefined {
  if (htmlTree(node.value)) return undefined
  const tokens = htmlTokens(node.value)
  const names = tokens.map((token) => ({ name: isWrapperTag(token) ? nameOf(token) : undefined }))
  const pairs = pairTags(names)
  const closed = new Set([...pairs.keys(), ...pairs.values()])
  const isCut = (token: HtmlToken, at: number) => isWrapperTag(token) && !closed.has(at)
  if (!tokens.some(isCut)) return undefined
  const result: RootContent[] = []
  let rest: HtmlToken[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isCut(token, at)) rest.push(token)
    else {
      result.push(...between(rest), { type: 'html', value: onOneLine(token.raw) })
      rest = []
    }
  }
  return [...result, ...between(rest)]
}

const nameOf = (token: Extract<HtmlToken, { name: string }>) =>
  token.kind === 'close' ? `end${token.name}` : token.name

function between(tokens: HtmlToken[]): RootContent[] {
  const source = tokens
    .map(({ raw }) => raw)
    .join('')
    .trim()
  if (source === '') return []
  if (tokens.some(({ kind }) => kind !== 'text')) return [{ type: 'html', value: source }]
  const value = tokens
    .map((token) => (token.kind === 'text' ? token.value : ''))
    .join('')
    .trim()
  return [{ type: 'paragraph', children: [{ type: 'text', value }] }]
}

/** Converts separate tags of elements that represent a block of the dialect to tags of that block. */
export function withCustomTags(items: RootContent[]): RootContent[] {
  const tokens = items.map((item) => (item.type === 'html' ? htmlTokens(item.value) : []))
  const isTag = ([only, ...more]: HtmlToken[]) => only !== undefined && !more.length && isWrapperTag(only)
  if (!tokens.some(([only]) => only?.kind === 'open' && isCustom(only.attributes))) return items
  const names = tokens.map((list) => ({ name: isTag(list) ? nameOf(list[0] as never) : undefined }))
  const result = [...items]
  for (const [open, close] of pairTags(names)) {
    const [token] = tokens[open] as HtmlToken[]
    if (token?.kind !== 'open' || !isCustom(token.attributes)) continue
    const tag = customTag(token)
    result[open] = tag
    result[close] = { ...tagNode(''), name: `end${tag.name}`, value: tokens[close]?.[0]?.raw ?? '' } as TagNode
  }
  return result
}

export const wrappers: NodeFormat = {
  html: {
    ...Object.fromEntries(wrapperNames.map((name) => [name, read])),
    div: (element, context) => readImages(element, context) ?? read(element, context),
  },
  write: {},
}
