// HTML in the text → blocks: an HTML block of the page, or the inside of a table cell. Nothing is half understood: one
// element nobody knows, and the caller keeps the source.

import type { PhrasingContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { isKnownElement } from '../inlines/elements.ts'
import { type InlineNode, paragraph } from '../model.ts'
import { readComment } from '../nodes/condition.ts'
import type { ReadContext } from '../nodes/contract.ts'
import { readDrawing } from '../nodes/image.ts'
import { htmlReaders } from '../nodes/index.ts'
import { type HtmlNode, htmlTree, isBlank, isElement } from './tree.ts'

export function readHtmlBlock(source: string, context: ReadContext): Block[] | undefined {
  const comment = readComment(source)
  if (comment) return [comment]
  if (/^\s*<(?:[!?]|script|style|textarea)/i.test(source)) return undefined
  const tree = htmlTree(source)
  if (!tree?.some((node) => isElement(node))) return undefined
  const blocks = readHtmlNodes(tree, context)
  return blocks?.length ? blocks : undefined
}

// Runs of inline content between block elements are paragraphs.
export function readHtmlNodes(nodes: HtmlNode[], context: ReadContext): Block[] | undefined {
  const blocks: Block[] = []
  let run: HtmlNode[] = []
  for (const node of [...nodes, undefined]) {
    const reader = blockReader(node)
    if (node && !reader) {
      run.push(node)
      continue
    }
    const inlines = run.every(isBlank) ? [] : readHtmlInlines(run, context)
    if (!inlines) return undefined
    if (inlines.length) blocks.push(paragraph(inlines))
    run = []
    const read = node && reader?.(context)
    if (node && !read) return undefined
    blocks.push(...(read ?? []))
  }
  return blocks
}

function blockReader(node: HtmlNode | undefined): ((context: ReadContext) => Block[] | undefined) | undefined {
  if (!isElement(node)) return undefined
  if (node.name === 'img') {
    return /gitbook-drawing/.test(node.attributes.class ?? '')
      ? (context) => {
          const drawing = readDrawing(node, context)
          return drawing && [drawing]
        }
      : undefined
  }
  const reader = Object.hasOwn(htmlReaders, node.name) ? htmlReaders[node.name] : undefined
  return reader && ((context) => reader(node, context))
}

export function readHtmlInlines(nodes: HtmlNode[], context: ReadContext): InlineNode[] | undefined {
  return nodes.every(isInline) ? context.inlines(trim(nodes.flatMap(toPhrasing), nodes)) : undefined
}

function isInline(node: HtmlNode): boolean {
  if (node.kind === 'other') return false
  return node.kind === 'text' || (isKnownElement(node.name) && node.children.every(isInline))
}

// HTML joins lines; what is written on one line keeps its spaces.
function toPhrasing(node: HtmlNode): PhrasingContent[] {
  if (node.kind === 'text') return [{ type: 'text', value: collapse(node.value) }]
  if (node.kind === 'other') return [{ type: 'html', value: node.raw }]
  const open: PhrasingContent = { type: 'html', value: node.raw }
  if (['br', 'img', 'source'].includes(node.name)) return [open]
  return [open, ...node.children.flatMap(toPhrasing), { type: 'html', value: `</${node.name}>` }]
}

const collapse = (text: string) => text.replace(/[ \t]*\n\s*/g, ' ')

// Line ends at the edges are the layout of the source; spaces there are the author's.
function trim(phrasing: PhrasingContent[], nodes: HtmlNode[]): PhrasingContent[] {
  const [first, last] = [nodes[0], nodes.at(-1)]
  const [start, end] = [phrasing[0], phrasing.at(-1)]
  if (first?.kind === 'text' && start?.type === 'text' && /^\s*\n/.test(first.value))
    start.value = start.value.trimStart()
  if (last?.kind === 'text' && end?.type === 'text' && /\n\s*$/.test(last.value)) end.value = end.value.trimEnd()
  return phrasing.filter((node) => node.type !== 'text' || node.value !== '')
}
