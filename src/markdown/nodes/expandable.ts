// `<details>`: the summary is a line of inline HTML, the body is Markdown between blank lines.

import type { Html, RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { htmlTokens, losesText, openTag } from '../html/tokens.ts'
import { type HtmlElement, htmlTree, isElement, withoutBlank } from '../html/tree.ts'
import { data, fragment, type InlineNode, nonEmpty, paragraph } from '../model.ts'
import { toMdast } from '../syntax/dialect.ts'
import type { TagNode } from '../syntax/tag.ts'
import type { HtmlReader, NodeFormat, ReadContext, WriteContext } from './contract.ts'
import { isEmptyBody } from './tags.ts'

const details = '<details'
const summary = '<summary'

const tagOf = (name: string, value: string, attributes: TagNode['attributes'] = {}): TagNode => ({
  type: 'tag',
  name,
  attributes,
  value,
})

// Splits an HTML node at the tags that open and close a Markdown body.
export function detailsIn(node: Html): RootContent[] | undefined {
  if (isTable(node.value)) return undefined
  const tokens = htmlTokens(node.value)
  if (
    !tokens.some((token) => (token.kind === 'open' || token.kind === 'close') && token.name === 'details') &&
    !/^\s*<summary/.test(node.value)
  )
    return undefined
  const result: RootContent[] = []
  let rest = ''
  let inSummary = false
  const flush = () => {
    if (rest.trim()) result.push(...(rest.trim() === node.value ? [node] : toMdast(rest).children))
    rest = ''
  }
  for (const token of tokens) {
    const isTag = token.kind === 'close' || (token.kind === 'open' && !losesText(token.name, token.attributes))
    const name = isTag ? token.name : ''
    if (name === 'summary') {
      if (token.kind === 'open' && !inSummary) flush()
      inSummary = token.kind === 'open'
      rest += token.raw
      if (!inSummary) {
        result.push(tagOf(summary, rest))
        rest = ''
      }
    } else if (name === 'details' && !inSummary) {
      flush()
      if (token.kind === 'open')
        result.push(tagOf(details, token.raw, 'open' in token.attributes ? { open: true } : {}))
      else result.push(tagOf(`end${details}`, token.raw))
    } else rest += token.raw
  }
  flush()
  return result
}

// Tags inside a cell belong to the table.
const isTable = (source: string) => /^\s*<table[\s>]/i.test(source) && htmlTree(source) !== undefined

function readSummary(tag: TagNode, context: ReadContext): Block | undefined {
  const [element] = htmlTree(tag.value) ?? []
  return isElement(element, 'summary') ? summaryOf(element, context) : undefined
}

function summaryOf(element: HtmlElement, context: ReadContext): Block | undefined {
  const nodes = context.htmlInlines(element.children)
  return nodes && { ...paragraph(nodes), type: 'summary' }
}

// In a cell, everything is HTML.
const readElement: HtmlReader = (element, context) => {
  const [first, ...rest] = withoutBlank(element.children)
  const title = isElement(first, 'summary') ? summaryOf(first, context) : undefined
  const blocks = context.htmlBlocks(isElement(first, 'summary') ? rest : element.children)
  if (!blocks || (isElement(first, 'summary') && !title)) return undefined
  const open: TagNode['attributes'] = 'open' in element.attributes ? { open: true } : {}
  const read = readDetails(tagOf(details, element.raw, open), title ? [title, ...blocks] : blocks)
  return read && [read]
}

function readDetails(tag: TagNode, body: Block[]): Block | undefined {
  const [first, ...rest] = body
  const hasTitle = first?.type === 'summary'
  const blocks = hasTitle ? rest : body
  if (blocks.some((each) => each.type === 'summary')) return undefined
  const title = hasTitle ? { ...first, type: 'paragraph' } : paragraph([])
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: data({ defaultExpanded: tag.attributes.open === true ? true : undefined }),
    fragments: [fragment('expandable-title', [title]), fragment('expandable-body', nonEmpty(blocks))],
  }
}

const partOf = (node: Block, name: string) =>
  node.fragments?.find((each) => each.type === name || each.fragment === name)?.nodes ?? []

const openOf = (node: Block) => openTag('details', { open: node.data?.defaultExpanded === true })

const summaryHtml = (node: Block, context: WriteContext) =>
  `<summary>${context.htmlInlines((partOf(node, 'expandable-title')[0]?.nodes ?? []) as InlineNode[])}</summary>`

const write = (node: Block, context: WriteContext): RootContent[] => [
  tagOf(details, openOf(node)),
  tagOf(summary, summaryHtml(node, context)),
  ...context.blocks(partOf(node, 'expandable-body')),
  tagOf(`end${details}`, '</details>'),
]

/** Writes the block as one element, for cells. */
export function writeDetails(
  node: Block,
  context: WriteContext,
  writeBlocks: (blocks: Block[]) => string | undefined,
): string | undefined {
  const blocks = partOf(node, 'expandable-body') as Block[]
  const body = isEmptyBody(blocks) ? '' : writeBlocks(blocks)
  return body === undefined ? undefined : `${openOf(node)}${summaryHtml(node, context)}${body}</details>`
}

export const expandable: NodeFormat = {
  tags: {
    [details]: { whole: 'expandable', read: readDetails },
    [summary]: {
      alone: true,
      within: 'expandable',
      read: (tag, body, context) => (body.length ? undefined : readSummary(tag, context)),
    },
  },
  html: { details: readElement },
  write: { expandable: write },
}
