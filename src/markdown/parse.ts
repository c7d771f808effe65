// Markdown → a document, the title and the front matter above it.

import type { Definition, FootnoteDefinition, Nodes, Root, RootContent } from 'mdast'
import type { Document } from '../engine/document.ts'
import { readWithLate } from './flow.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import { type InlineNode, plainText, text } from './model.ts'
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

/** The document that a syntax tree from elsewhere stands for. It may have whole blocks in the cells of its tables. */
export function documentFrom(tree: Root, options: ParseOptions = {}): Document {
  const context = readContext(options)
  collect(tree, context)
  return { object: 'document', data: {}, nodes: readAll(tree.children, context) }
}

export function parseMarkdown(source: string, options: ParseOptions = {}): ParsedMarkdown {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const { frontMatter, body } = splitFrontMatter(text)
  const tree = toMdast(body.replace(/\n[ \t\n]*$/, ''))
  const context = readContext(options)
  collect(tree, context)
  const heading = tree.children.find((node) => !isComment(node))
  const title = context.options.title ? titleOf(heading, context) : undefined
  const rest = title === undefined ? tree.children : tree.children.filter((node) => node !== heading)
  const nodes = readAll(rest, context)
  const document: Document = { object: 'document', data: {}, nodes }
  return title === undefined ? { document, frontMatter } : { document, frontMatter, title }
}

// Comments may stand above the title.
const isComment = (node: RootContent) => node.type === 'html' && readComment(node.value) !== undefined

const isDefinition = ({ type }: RootContent) => type === 'definition' || type === 'footnoteDefinition'

// Definitions are read last: only then is it known which of them are used.
function readAll(nodes: RootContent[], context: ReadContext) {
  return nodes.some(isDefinition)
    ? (readWithLate(nodes, isDefinition, context) ?? readTwice(nodes, context))
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
  if (node.type === 'definition') keepFirst(context.definitions, node)
  if (node.type === 'footnoteDefinition') keepFirst(context.notes, node)
  if ('children' in node) for (const child of node.children) collect(child, context)
}

function keepFirst<T extends Definition | FootnoteDefinition>(known: Map<string, T>, node: T): void {
  if (!known.has(node.identifier)) known.set(node.identifier, node)
}

// A title is plain text, in which an emoji is a character: a heading that holds links or images is one of the document.
function titleOf(node: RootContent | undefined, context: ReadContext): string | undefined {
  if (node?.type !== 'heading' || node.depth !== 1) return undefined
  const inlines = context.inlines(node.children).map(spelled)
  if (inlines.some((each) => each.object !== 'text')) return undefined
  const title = plainText(inlines).replace(/\n/g, ' ')
  return title || undefined
}

const spelled = (node: InlineNode): InlineNode =>
  node.object === 'inline' && node.type === 'emoji' ? text(emojiText(String(node.data?.code))) : node
