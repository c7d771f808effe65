// Converts HTML to blocks: an HTML block of the page, or the content of a table cell. All or nothing: with one unknown
// element, the caller keeps the source.

import type { PhrasingContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { isKnownElement } from '../inlines/elements.ts'
import { type InlineNode, paragraph } from '../model.ts'
import { readComment } from '../nodes/condition.ts'
import type { ReadContext } from '../nodes/contract.ts'
import { readDrawing } from '../nodes/image.ts'
import { htmlReaders } from '../nodes/index.ts'
import { readCustom } from './custom.ts'
import { isBlockElement, isCustom } from './elements.ts'
import { htmlTokens } from './tokens.ts'
import { type HtmlNode, htmlTree, isBlank, isElement, phrasingTree } from './tree.ts'

export function readHtmlBlock(source: string, context: ReadContext): Block[] | undefined {
  const comment = readComment(source)
  if (comment) return [comment]
  if (/^\s*<(?:[!?]|script|style|textarea)/i.test(source)) return undefined
  const tree = htmlTree(source)
  if (!tree?.some((node) => isElement(node))) return undefined
  const blocks = readHtmlNodes(tree, context)
  return blocks?.length ? blocks : undefined
}

/** Returns the blocks in a line of Markdown, as in a table cell; undefined if it only has inline content. */
export function readBlocksInLine(nodes: PhrasingContent[], context: ReadContext): Block[] | undefined {
  const tree = nodes.some(isBlockTag) ? phrasingTree(nodes) : undefined
  const [used, cited] = [context.usedNotes.size, context.citedNotes.size]
  const blocks = tree && readHtmlNodes(tree, context)
  if (tree && !blocks) {
    forget(context.usedNotes, used)
    forget(context.citedNotes, cited)
  }
  return blocks
}

function isBlockTag(node: PhrasingContent): boolean {
  const [token] = node.type === 'html' ? htmlTokens(node.value) : []
  return (token?.kind === 'open' || token?.kind === 'close') && isBlockElement(token.name)
}

// Content that could not be read cites no notes.
function forget(notes: Set<string>, count: number): void {
  for (const added of [...notes].slice(count)) notes.delete(added)
}

// Runs of inline content between block elements become paragraphs.
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
  if (isCustom(node.attributes)) return (context) => readCustom(node, context)
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
  return node.kind !== 'element' || (isKnownElement(node.name) && node.children.every(isInline))
}

// HTML joins lines; spaces within a line stay.
function toPhrasing(node: HtmlNode): PhrasingContent[] {
  if (node.kind === 'phrase') return [node.node]
  if (node.kind === 'text') return [{ type: 'text', value: collapse(node.value) }]
  if (node.kind === 'other') return [{ type: 'html', value: node.raw }]
  const open: PhrasingContent = { type: 'html', value: node.raw }
  if (['br', 'img', 'source'].includes(node.name)) return [open]
  return [open, ...node.children.flatMap(toPhrasing), { type: 'html', value: `</${node.name}>` }]
}

const collapse = (text: string) => text.replace(/[ \t]*\n\s*/g, ' ')

// Line ends at the edges are layout of the source; spaces there belong to the author.
function trim(phrasing: PhrasingContent[], nodes: HtmlNode[]): PhrasingContent[] {
  const [first, last] = [nodes[0], nodes.at(-1)]
  const [start, end] = [phrasing[0], phrasing.at(-1)]
  if (first?.kind === 'text' && start?.type === 'text' && /^\s*\n/.test(first.value))
    start.value = start.value.trimStart()
  if (last?.kind === 'text' && end?.type === 'text' && /\n\s*$/.test(last.value)) end.value = end.value.trimEnd()
  return phrasing.filter((node) => node.type !== 'text' || node.value !== '')
}
