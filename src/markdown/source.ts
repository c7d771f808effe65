// Finds nodes for source that must read back as it is: unknown HTML, unused definitions. Only the parser can tell.

import type { RootContent } from 'mdast'
import { Depth, TooDeep } from './depth.ts'
import { readBlocks } from './flow.ts'
import { readBlocksInLine, readHtmlBlock, readHtmlInlines, readHtmlNodes } from './html/blocks.ts'
import { readInlines, readInto } from './inlines/read.ts'
import type { ReadContext } from './nodes/contract.ts'
import { detailsIn } from './nodes/expandable.ts'
import { definitionSource } from './nodes/note.ts'
import { wrappersIn } from './nodes/wrapper.ts'
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
      fences: options.fences ?? [],
    },
    depth: new Depth(),
    definitions: new Map(),
    notes: new Map(),
    openNotes: [],
    usedNotes: new Set(),
    repeatedNotes: { count: 0 },
    citedNotes: new Set(),
    usedDefinitions: new Set(),
    fenced: new WeakMap(),
    blocks: (nodes) => context.depth.deeper(() => readBlocks(nodes, context)),
    inlines: (nodes, marks) => readInlines(nodes, context, marks),
    inlinesInto: (nodes, marks, pieces) => readInto(nodes, marks, pieces, context),
    htmlInlines: (nodes) => readHtmlInlines(nodes, context),
    htmlBlocks: (nodes) => context.depth.deeper(() => readHtmlNodes(nodes, context)),
    blocksInLine: (nodes) => readBlocksInLine(nodes, context),
  }
  return context
}

export const probeContext = readContext({})

export const asSource = (source: string): RootContent | undefined => unlessTooDeep(() => findSource(source))

function findSource(source: string): RootContent | undefined {
  const only = soleNode(source)
  const isRaw =
    only?.type === 'html'
      ? only.value === source && !detailsIn(only) && !wrappersIn(only) && !readHtmlBlock(source, probeContext)
      : only?.type === 'definition' && definitionSource(only) === source
  return isRaw ? { type: 'html', value: source } : undefined
}

export const asHtml = (source: string): RootContent | undefined =>
  unlessTooDeep(() => {
    const only = soleNode(source)
    return only?.type === 'html' && only.value === source ? only : undefined
  })

// Source that is nested too deeply would make the whole page unreadable.
function unlessTooDeep<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

function soleNode(source: string): RootContent | undefined {
  const { children } = toMdast(source)
  return children.length === 1 && isWhole(source, children) ? children[0] : undefined
}
