// Serializes a document as Markdown in its normal form.

import type { Blockquote, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import type { Block, Document } from '../engine/document.ts'
import { escapeCarriers } from './carriers.ts'
import { writeFrontMatter } from './front-matter.ts'
import { writeAll, writeHtmlBlocks } from './html/write.ts'
import { inlineHtml } from './inlines/html.ts'
import { writeInlines } from './inlines/write.ts'
import { type InlineNode, text } from './model.ts'
import type { WriteContext } from './nodes/contract.ts'
import { blockWriters } from './nodes/index.ts'
import { defaultIncludeTo, defaultLinkTo, type SerializeOptions } from './options.ts'
import { asHtml, asSource } from './source.ts'
import { dialectToMarkdown } from './syntax/to-markdown.ts'

export function serializeMarkdown(document: Document, options: SerializeOptions = {}): string {
  const context = writeContext(options)
  const title: RootContent[] =
    options.title === undefined
      ? []
      : [{ type: 'heading', depth: 1, children: context.inlines([text(options.title)], 'line') }]
  const nodes = [...title, ...context.blocks(document.nodes)]
  const body = stringify([...nodes, ...writeNotes(context)])
  const front = writeFrontMatter(options.frontMatter ?? {})
  return front && body ? `${front}\n${body}` : front + body
}

function writeContext(options: SerializeOptions, inCell = false, notes: WriteContext['notes'] = []): WriteContext {
  const linkTo = options.linkTo ?? defaultLinkTo
  const context: WriteContext = {
    options: {
      linkTo,
      fileTo: options.fileTo ?? linkTo,
      includeTo: options.includeTo ?? defaultIncludeTo,
      fences: options.fences ?? [],
    },
    notes,
    inCell,
    blocks: (blocks) => blocks.flatMap((block) => writeBlock(block, context)),
    inlines: (nodes, place = 'paragraph') => writeInlines(nodes, place, context),
    htmlInlines: (nodes) => inlineHtml(writeInlines(nodes, 'html', context)),
    htmlBlocks: (blocks) => writeHtmlBlocks(blocks, context),
    htmlElements: (blocks) => writeAll(blocks, context),
    asSource,
    asHtml,
    markdown: (blocks) => stringify(writeContext(options, true, notes).blocks(blocks)),
  }
  return context
}

// A block without a writer is replaced by its content: blocks or text.
function writeBlock(block: Block, context: WriteContext): RootContent[] {
  const writer = Object.hasOwn(blockWriters, block.type) ? blockWriters[block.type] : undefined
  if (writer) return writer(block, context)
  const nodes = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap((fragment) => fragment.nodes)]
  const blocks = nodes.filter((node): node is Block => node.object === 'block')
  if (blocks.length) return context.blocks(blocks)
  const children: PhrasingContent[] = context.inlines(nodes as InlineNode[])
  return children.length ? [{ type: 'paragraph', children }] : []
}

// Notes are collected while writing, and may contain further notes.
function writeNotes(context: WriteContext): RootContent[] {
  const written: RootContent[] = []
  for (let at = 0; at < context.notes.length; at++) {
    const label = String(at + 1)
    const children = context.blocks(context.notes[at]?.nodes ?? []) as Blockquote['children']
    written.push({ type: 'footnoteDefinition', identifier: label, label, children })
  }
  return written
}

const aligned = gfmTableToMarkdown()
const loose = gfmTableToMarkdown({ tablePipeAlign: false })
const tables: Options = {
  ...aligned,
  handlers: {
    ...aligned.handlers,
    table: (node: Table, ...rest) => {
      const { isUneven = false } = (node.data ?? {}) as { isUneven?: boolean }
      return (isUneven ? loose : aligned).handlers!.table!(node, ...rest)
    },
  },
}

function stringify(children: RootContent[]): string {
  if (!children.length) return ''
  const root: Root = { type: 'root', children: escapeCarriers(children) }
  return toMarkdown(root, {
    bullet: '*',
    emphasis: '_',
    rule: '*',
    resourceLink: true,
    listItemIndent: 'mixed',
    extensions: [
      tables,
      gfmStrikethroughToMarkdown(),
      gfmTaskListItemToMarkdown(),
      gfmFootnoteToMarkdown(),
      dialectToMarkdown,
    ],
  })
}
