// Source that reads back as itself: HTML nobody understands, a definition nothing refers to. Asking the parser is the
// only sure way to know.

import type { RootContent } from 'mdast'
import { readBlocks } from './flow.ts'
import { readHtmlBlock, readHtmlInlines, readHtmlNodes } from './html/blocks.ts'
import { readInlines, readInto } from './inlines/read.ts'
import type { ReadContext } from './nodes/contract.ts'
import { detailsIn } from './nodes/expandable.ts'
import { definitionSource } from './nodes/note.ts'
import { defaultInclude, defaultResolve, type ParseOptions } from './options.ts'
import { isWhole } from './syntax/chunks.ts'
import { toMdast } from './syntax/dialect.ts'

export function readContext(options: ParseOptions): ReadContext {
  const resolveLink = options.resolveLink ?? defaultResolve
  const context: ReadContext = {
    options: {
      resolveLink,
      resolveFile: options.resolveFile ?? resolveLink,
      resolveInclude: options.resolveInclude ?? defaultInclude,
      title: options.title ?? true,
    },
    definitions: new Map(),
    notes: new Map(),
    openNotes: [],
    usedNotes: new Set(),
    citedNotes: new Set(),
    usedDefinitions: new Set(),
    blocks: (nodes) => readBlocks(nodes, context),
    inlines: (nodes, marks) => readInlines(nodes, context, marks),
    inlinesInto: (nodes, marks, pieces) => readInto(nodes, marks, pieces, context),
    htmlInlines: (nodes) => readHtmlInlines(nodes, context),
    htmlBlocks: (nodes) => readHtmlNodes(nodes, context),
  }
  return context
}

export const probeContext = readContext({})

export function asSource(source: string): RootContent | undefined {
  const only = soleNode(source)
  const isRaw =
    only?.type === 'html'
      ? only.value === source && !detailsIn(only) && !readHtmlBlock(source, probeContext)
      : only?.type === 'definition' && definitionSource(only) === source
  return isRaw ? { type: 'html', value: source } : undefined
}

export function asHtml(source: string): RootContent | undefined {
  const only = soleNode(source)
  return only?.type === 'html' && only.value === source ? only : undefined
}

function soleNode(source: string): RootContent | undefined {
  const { children } = toMdast(source)
  return children.length === 1 && isWhole(source, children) ? children[0] : undefined
}
