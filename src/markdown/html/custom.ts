// Reads blocks of the dialect from elements, `<div data-gb-custom-block data-tag="hint" data-style="info">`: their form
// in cells and lists. The element is equivalent to `{% hint style="info" %}`.

import type { Block } from '../../engine/document.ts'
import type { ReadContext, TagReader } from '../nodes/contract.ts'
import { tagReaders } from '../nodes/index.ts'
import { customTag } from './custom-tag.ts'
import { isCustom } from './elements.ts'
import { type HtmlElement, type HtmlNode, isElement, withoutBlank } from './tree.ts'

// The condition of a block is not an attribute of its tag.
const readerOf = (name: string): TagReader | undefined =>
  Object.hasOwn(tagReaders, name) && name !== 'if' && !name.startsWith('<') ? tagReaders[name] : undefined

/** Returns undefined if the element does not represent a block, or is in an invalid position. */
export function readCustom(element: HtmlElement, context: ReadContext, whole?: string): Block[] | undefined {
  const tag = customTag(element)
  const reader = readerOf(tag.name)
  if (!reader || (reader.within && reader.within !== whole)) return undefined
  const body = reader.whole ? readParts(element.children, reader.whole, context) : context.htmlBlocks(element.children)
  const read = body && reader.read(tag, body, context)
  return Array.isArray(read) ? read : read && [read]
}

function readParts(nodes: HtmlNode[], whole: string, context: ReadContext): Block[] | undefined {
  const parts = withoutBlank(nodes).map((node) =>
    isElement(node) && isCustom(node.attributes) ? readCustom(node, context, whole) : undefined,
  )
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}
