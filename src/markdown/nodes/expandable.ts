// `<details>`: the summary is one line of inline HTML, the body is markdown between blank lines.

import type { Html, RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { htmlTokens, losesWords, openTag } from '../html/tokens.ts'
import { htmlTree, isElement } from '../html/tree.ts'
import { data, filled, fragment, type InlineNode, paragraph } from '../model.ts'
import { toMdast } from '../syntax/dialect.ts'
import type { TagNode } from '../syntax/tag.ts'
import type { NodeFormat, ReadContext, WriteContext } from './contract.ts'

const details = '<details'
const summary = '<summary'

const tagOf = (name: string, value: string, attributes: TagNode['attributes'] = {}): TagNode => ({
  type: 'tag',
  name,
  attributes,
  value,
})

// An HTML node of the text is cut at the tags that open and close a body of markdown.
export function detailsIn(node: Html): RootContent[] | undefined {
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
    const isTag = token.kind === 'close' || (token.kind === 'open' && !losesWords(token.name, token.attributes))
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

function readSummary(tag: TagNode, context: ReadContext): Block | undefined {
  const [element] = htmlTree(tag.value) ?? []
  const nodes = isElement(element, 'summary') ? context.htmlInlines(element.children) : undefined
  return nodes && { ...paragraph(nodes), type: 'summary' }
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
    fragments: [fragment('expandable-title', [title]), fragment('expandable-body', filled(blocks))],
  }
}

function write(node: Block, context: WriteContext): RootContent[] {
  const find = (name: string) =>
    node.fragments?.find((each) => each.type === name || each.fragment === name)?.nodes ?? []
  const title = context.htmlInlines((find('expandable-title')[0]?.nodes ?? []) as InlineNode[])
  return [
    tagOf(details, openTag('details', { open: node.data?.defaultExpanded === true })),
    tagOf(summary, `<summary>${title}</summary>`),
    ...context.blocks(find('expandable-body')),
    tagOf(`end${details}`, '</details>'),
  ]
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
  write: { expandable: write },
}
