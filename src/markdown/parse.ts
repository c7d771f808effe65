// Parses Markdown to a document, its title and its front matter.

import type { Definition, FootnoteDefinition, Nodes, Root, RootContent } from 'mdast'
import type { Document } from '../engine/document.ts'
import { TooDeep } from './depth.ts'
import { readWithDeferred } from './flow.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import { type InlineNode, paragraph, plainText, text } from './model.ts'
import { readComment } from './nodes/condition.ts'
import type { ReadContext } from './nodes/contract.ts'
import type { ParseOptions } from './options.ts'
import { readContext } from './source.ts'
import { toMdast } from './syntax/dialect.ts'
import { emojiText } from './syntax/emoji.ts'

export interface ParsedMarkdown {
  document: Document
  frontMatter: FrontMatter
  title?: string
}

/**
 * Converts a syntax tree from another format to a document. Its tables may have blocks in cells. If it is nested too
 * deeply, the result is its text.
 */
export function documentFrom(tree: Root, options: ParseOptions = {}): Document {
  const context = readContext(options)
  try {
    collect(tree, context)
    return { object: 'document', data: {}, nodes: readAll(tree.children, context) }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return { object: 'document', data: {}, nodes: tree.children.map((node) => paragraph([text(textIn(node))])) }
  }
}

function textIn(root: Nodes): string {
  const found: string[] = []
  const waiting: Nodes[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('value' in node) found.push(node.value)
    if ('children' in node)
      for (let at = node.children.length; at > 0; at--) waiting.push(node.children[at - 1] as Nodes)
  }
  return found.join(' ')
}

export function parseMarkdown(source: string, options: ParseOptions = {}): ParsedMarkdown {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const { frontMatter, body } = splitFrontMatter(text)
  try {
    return { ...parseBody(body, options), frontMatter }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return { document: asCode(body), frontMatter }
  }
}

// Text that is nested too deeply becomes a code block.
function asCode(body: string): Document {
  const nodes = readContext({}).blocks([{ type: 'code', lang: 'markdown', value: body }])
  return { object: 'document', data: {}, nodes }
}

function parseBody(body: string, options: ParseOptions): Omit<ParsedMarkdown, 'frontMatter'> {
  const tree = toMdast(withoutEnd(body))
  const context = readContext(options)
  collect(tree, context)
  const heading = tree.children.find((node) => !isComment(node))
  const title = context.options.title ? titleOf(heading, context) : undefined
  const rest = title === undefined ? tree.children : tree.children.filter((node) => node !== heading)
  const nodes = readAll(rest, context)
  const document: Document = { object: 'document', data: {}, nodes }
  return title === undefined ? { document } : { document, title }
}

// Removes trailing blank lines.
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n'.includes(text[end - 1] as string)) end--
  const line = text.indexOf('\n', end)
  return line < 0 ? text : text.slice(0, line)
}

// Comments may precede the title.
const isComment = (node: RootContent) => node.type === 'html' && readComment(node.value) !== undefined

const isDefinition = ({ type }: RootContent) => type === 'definition' || type === 'footnoteDefinition'

// Definitions are read last, when it is known which of them are used.
function readAll(nodes: RootContent[], context: ReadContext) {
  return nodes.some(isDefinition)
    ? (readWithDeferred(nodes, isDefinition, context) ?? readTwice(nodes, context))
    : context.blocks(nodes)
}

function readTwice(nodes: RootContent[], context: ReadContext) {
  const others = nodes.filter((node) => !isDefinition(node))
  const blocks = context.blocks(others)
  const { usedNotes, citedNotes, usedDefinitions } = context
  const isUnused = (node: RootContent) =>
    (node.type === 'definition' &&
      !(usedDefinitions.has(node.identifier) && context.definitions.get(node.identifier) === node)) ||
    (node.type === 'footnoteDefinition' &&
      !(citedNotes.has(node.identifier) && context.notes.get(node.identifier) === node))
  const kept = nodes.filter((node) => !isDefinition(node) || isUnused(node))
  if (kept.length === others.length) return blocks
  usedNotes.clear()
  return context.blocks(kept)
}

function collect(node: Nodes | Root, context: ReadContext): void {
  context.depth.deeper(() => collectIn(node, context))
}

function collectIn(node: Nodes | Root, context: ReadContext): void {
  if (node.type === 'definition') keepFirst(context.definitions, node)
  if (node.type === 'footnoteDefinition') keepFirst(context.notes, node)
  if ('children' in node) for (const child of node.children) collect(child, context)
}

function keepFirst<T extends Definition | FootnoteDefinition>(known: Map<string, T>, node: T): void {
  if (!known.has(node.identifier)) known.set(node.identifier, node)
}

// A title is plain text, with emoji as characters: a heading with links or images belongs to the document.
function titleOf(node: RootContent | undefined, context: ReadContext): string | undefined {
  if (node?.type !== 'heading' || node.depth !== 1) return undefined
  const inlines = context.inlines(node.children).map(spelled)
  if (inlines.some((each) => each.object !== 'text')) return undefined
  const title = plainText(inlines).replace(/\n/g, ' ')
  return title || undefined
}

const spelled = (node: InlineNode): InlineNode =>
  node.object === 'inline' && node.type === 'emoji' ? text(emojiText(String(node.data?.code))) : node
