// Paragraphs. An aligned or empty one is `<p align="center">…</p>`. A paragraph that is a single unknown tag, unknown
// HTML or an unused definition is a carrier of that source: it is read and written as it is.

import type { Paragraph, RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { type InlineNode, paragraph, soleText, text } from '../model.ts'
import { isTagLine, tagNode } from '../syntax/tag.ts'
import { alignedHtml, readAlign } from './alignment.ts'
import type { HtmlReader, NodeFormat, ReadContext, WriteContext } from './contract.ts'
import { imageBlock } from './image.ts'

export const carrier = (source: string): Block => paragraph([text(source)])

function read(node: Paragraph, context: ReadContext): Block[] {
  const [only, close] = node.children
  if (node.children.length === 1 && only?.type === 'image') return [imageBlock(only, context)]
  const isEmpty = node.children.length === 2 && only?.type === 'html' && close?.type === 'html'
  if (isEmpty && `${only.value}${close.value}` === '<p></p>') return [paragraph([])]
  return [paragraph(context.inlines(node.children))]
}

const readHtml: HtmlReader = (element, context) => {
  const nodes = context.htmlInlines(element.children)
  return nodes && [paragraph(nodes, { align: readAlign(element.attributes.align) })]
}

function write(node: Block, context: WriteContext): RootContent[] {
  const nodes = (node.nodes ?? []) as InlineNode[]
  const source = soleText(nodes)
  if (node.data?.align !== undefined || source === '' || nodes.length === 0)
    return [{ type: 'html', value: alignedHtml('p', node, context) }]
  if (source !== undefined && isTagLine(source)) return [{ ...tagNode(source), carrier: true }]
  const raw = source !== undefined && /^[<[]/.test(source) ? context.asSource(source) : undefined
  return raw ? [raw] : [{ type: 'paragraph', children: context.inlines(nodes) }]
}

export const paragraphs: NodeFormat = {
  mdast: { paragraph: read },
  html: {
    p: readHtml,
    img: (element, context) =>
      context.htmlInlines([element])?.length ? [paragraph(context.htmlInlines([element]) ?? [])] : undefined,
  },
  write: { paragraph: write },
}
