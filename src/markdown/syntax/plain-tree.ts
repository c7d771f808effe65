// The tree of a text that is plain throughout and has nothing of the dialect in it, so that CommonMark alone would give
// the same; undefined for any other.

import type { Nodes, Root } from 'mdast'
import { cut } from './chunks.ts'

const common = new Set(
  'blockquote break code emphasis heading html image inlineCode link list listItem paragraph strong text thematicBreak'.split(
    ' ',
  ),
)

const isCommon = (node: Nodes): boolean =>
  common.has(node.type) &&
  !(node.type === 'listItem' && node.checked !== null) &&
  (!('children' in node) || node.children.every(isCommon))

export function plainCommonMark(text: string): Root | undefined {
  const { pieces } = cut(text)
  const children = pieces.flatMap(({ nodes }) => nodes ?? [])
  return pieces.every(({ nodes }) => nodes) && children.every(isCommon) ? { type: 'root', children } : undefined
}
