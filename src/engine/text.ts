// The plain text of a document or node: for comment previews, sections, headings and anchors.

import type { Inline, Node } from './document.ts'
import { childrenOf, walk } from './walk.ts'

/** Returns the text of a node. Line breaks separate blocks; formatting is left out. */
export function textOf(node: Node): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
  if (node.object === 'inline') return inlineText(node)
  const own = ownText(node)
  const children = childrenOf(node)
  const isLine = children.every(({ object }) => object === 'text' || object === 'inline')
  const parts = children.map(textOf)
  return isLine ? own + parts.join('') : [own, ...parts].filter(Boolean).join('\n')
}

/** Returns the node with that key, or undefined. */
export function findNode(node: Node, key: string): Node | undefined {
  for (const { node: inner } of walk(node)) if (inner.key === key) return inner
  return undefined
}

// Text that a block has in its data rather than in nodes.
function ownText(node: Node): string {
  if (node.object !== 'block' || !node.data) return ''
  const { formula, title, alt, caption } = node.data
  return [title, formula, alt, caption].filter((value) => typeof value === 'string').join('\n')
}

function inlineText(inline: Inline): string {
  const { label, formula, code, alt, caption } = inline.data ?? {}
  if (inline.type === 'emoji' && typeof code === 'string') return emojiOf(code)
  const own = [label, formula, alt ?? caption].filter((value) => typeof value === 'string').join(' ')
  return own + (inline.nodes ?? []).map(textOf).join('')
}

function emojiOf(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point >= 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}
