// Headings. `#` is the page title, so the first level of a document is `##`. An author's anchor is at the end: `##
// Install <a href="#setup" id="setup"></a>`.

import type { Heading, PhrasingContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { htmlTokens, openTag } from '../html/tokens.ts'
import { block, type InlineNode, plainText, text } from '../model.ts'
import type { ContentRef } from '../options.ts'
import { alignedHtml, readAlign } from './alignment.ts'
import type { HtmlReader, NodeFormat, ReadContext, WriteContext } from './contract.ts'

const levelOf = (depth: number) => `heading-${Math.min(Math.max(depth - 1, 1), 3)}`
const depthOf = (node: Block) => (Number(node.type.slice(-1)) + 1) as 2 | 3 | 4

function anchorAt(nodes: PhrasingContent[]): string | undefined {
  const [open, close] = nodes.slice(-2)
  if (open?.type !== 'html' || close?.type !== 'html' || close.value !== '</a>') return undefined
  const [token] = htmlTokens(open.value)
  if (token?.kind !== 'open' || token.name !== 'a' || !token.attributes.id) return undefined
  const { href, id, title } = token.attributes
  return (href === undefined || href === `#${id}`) && title === undefined ? id : undefined
}

export function readHeading(node: Heading, context: ReadContext): Block[] {
  const id = anchorAt(node.children)
  const rest = id === undefined ? node.children : withoutSpace(node.children.slice(0, -2))
  return [heading(levelOf(node.depth), context.inlines(rest), { id })]
}

const heading = (type: string, nodes: InlineNode[], fields: { id?: string; align?: string }) =>
  block(type, fields, nodes.length ? nodes : [text('')])

function withoutSpace(nodes: PhrasingContent[]): PhrasingContent[] {
  const last = nodes.at(-1)
  if (last?.type !== 'text' || !last.value.endsWith(' ')) return nodes
  const value = last.value.slice(0, -1)
  return [...nodes.slice(0, -1), ...(value ? [{ ...last, value }] : [])]
}

const readHtml: HtmlReader = (element, context) => {
  const nodes = context.htmlInlines(element.children)
  const { align, id } = element.attributes
  const depth = Number(element.name.slice(1))
  return nodes && [heading(levelOf(depth), nodes, { id, align: readAlign(align) })]
}

// In Markdown, a link anchor at the end would become the anchor of the heading.
function endsInAnchor({ nodes = [] }: Block, { options }: WriteContext): boolean {
  const last = nodes.at(-1)
  if (last?.object !== 'inline' || last.type !== 'link' || last.data?.title !== undefined) return false
  return options.linkTo(last.data?.ref as ContentRef) === `#${last.data?.id}` && plainText(last.nodes) === ''
}

function write(node: Block, context: WriteContext) {
  if (node.data?.align !== undefined || (node.data?.id === undefined && endsInAnchor(node, context)))
    return [{ type: 'html' as const, value: alignedHtml(`h${depthOf(node)}`, node, context) }]
  const id = node.data?.id as string | undefined
  const children = context.inlines(node.nodes as InlineNode[], 'line')
  const gap: PhrasingContent[] = children.length ? [{ type: 'text', value: ' ' }] : []
  const anchor: PhrasingContent[] = [
    { type: 'html', value: openTag('a', { href: `#${id}`, id }) },
    { type: 'html', value: '</a>' },
  ]
  return [
    { type: 'heading' as const, depth: depthOf(node), children: id ? [...children, ...gap, ...anchor] : children },
  ]
}

export const headings: NodeFormat = {
  mdast: { heading: readHeading },
  html: { h1: readHtml, h2: readHtml, h3: readHtml, h4: readHtml, h5: readHtml, h6: readHtml },
  write: { 'heading-1': write, 'heading-2': write, 'heading-3': write },
}
