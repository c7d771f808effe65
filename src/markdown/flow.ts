// Converts sibling nodes of the syntax tree to blocks. Pairs tags first, then reads every range inside out; a tag that
// its reader rejects stays text.

import type { RootContent } from 'mdast'
import type { Block } from '../engine/document.ts'
import { readHtmlBlock } from './html/blocks.ts'
import type { ReadContext } from './nodes/contract.ts'
import { detailsIn } from './nodes/expandable.ts'
import { mdastReaders, tagReaders } from './nodes/index.ts'
import { carrier } from './nodes/paragraph.ts'
import { withCustomTags, wrappersIn } from './nodes/wrapper.ts'
import { pairTags } from './pairs.ts'
import type { TagNode } from './syntax/tag.ts'

// A part outside its container remembers the tags it came from.
interface Entry {
  blocks: Block[]
  loose?: { open: TagNode; inner: Entry[]; close?: TagNode; within: string }
}

export function readBlocks(nodes: RootContent[], context: ReadContext): Block[] {
  const items = itemsOf(nodes)
  return settle(readRange(items, 0, items.length, pairsOf(items), context), undefined)
}

// Reads deferred nodes after all others; they keep their position. Returns undefined if one is between tags, whose
// meaning may depend on it.
export function readWithDeferred(
  nodes: RootContent[],
  isLate: (node: RootContent) => boolean,
  context: ReadContext,
): Block[] | undefined {
  const items = itemsOf(nodes)
  const pairs = pairsOf(items)
  const parts: (Block[] | RootContent)[] = []
  for (let at = 0; at < items.length; at++) {
    const end = pairs.get(at) ?? at
    const item = items[at] as RootContent
    for (let inner = at + 1; inner < end; inner++) if (isLate(items[inner] as RootContent)) return undefined
    parts.push(isLate(item) ? item : settle(readRange(items, at, end + 1, pairs, context), undefined))
    at = end
  }
  return parts.flatMap((part) => (Array.isArray(part) ? part : readNode(part, context)))
}

function itemsOf(nodes: RootContent[]): RootContent[] {
  const items = nodes
    .flatMap((node) => (node.type === 'html' ? (detailsIn(node) ?? node) : node))
    .flatMap((node) => (node.type === 'html' ? (wrappersIn(node) ?? node) : node))
  return items.some(({ type }) => type === 'html') ? withCustomTags(items) : items
}

const pairsOf = (items: RootContent[]) =>
  pairTags(items.map((item) => ({ name: item.type === 'tag' ? item.name : undefined })))

function readRange(
  items: RootContent[],
  from: number,
  to: number,
  pairs: Map<number, number>,
  context: ReadContext,
): Entry[] {
  const entries: Entry[] = []
  for (let at = from; at < to; at++) {
    const item = items[at] as RootContent
    if (item.type !== 'tag') {
      entries.push({ blocks: readNode(item, context) })
      continue
    }
    const end = pairs.get(at)
    const inner = end === undefined ? [] : context.depth.deeper(() => readRange(items, at + 1, end, pairs, context))
    entries.push(...readTag(item, inner, end === undefined ? undefined : (items[end] as TagNode), context))
    if (end !== undefined) at = end
  }
  return entries
}

function readTag(open: TagNode, inner: Entry[], close: TagNode | undefined, context: ReadContext): Entry[] {
  const reader = Object.hasOwn(tagReaders, open.name) ? tagReaders[open.name] : undefined
  if (reader && (close || reader.alone)) {
    const blocks = listed(reader.read(open, settle(inner, reader.whole), context))
    if (blocks && reader.within) return [{ blocks, loose: { open, inner, close, within: reader.within } }]
    if (blocks) return [{ blocks }]
  }
  const alone = reader?.alone && close ? listed(reader.read(open, [], context)) : undefined
  const end = close ? [{ blocks: [carrier(close.value)] }] : []
  return [{ blocks: alone ?? [carrier(open.value)] }, ...inner, ...end]
}

const listed = (read: Block | Block[] | undefined) => (Array.isArray(read) ? read : read && [read])

// Parts outside their container become their tags and the content in between.
function settle(entries: Entry[], whole: string | undefined): Block[] {
  return entries.flatMap(({ blocks, loose }) => {
    if (!loose || loose.within === whole) return blocks
    const { open, inner, close } = loose
    return [carrier(open.value), ...settle(inner, undefined), ...(close ? [carrier(close.value)] : [])]
  })
}

function readNode(node: RootContent, context: ReadContext): Block[] {
  if (node.type === 'html') return readHtmlBlock(node.value, context) ?? [carrier(node.value)]
  const reader = Object.hasOwn(mdastReaders, node.type) ? mdastReaders[node.type] : undefined
  return reader ? reader(node as never, context) : []
}
