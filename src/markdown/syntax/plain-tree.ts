// Parses CommonMark, with a fast path for text that is plain throughout and has nothing of the dialect in it.

import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { boundsWith } from './bounds.ts'
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

/**
 * Parses a text as CommonMark, without the dialect. Throws a TooDeep if lists are nested more than `deepest` levels.
 */
export const commonMark = (text: string, deepest: number): Root =>
  plainCommonMark(text) ?? fromMarkdown(text, { extensions: [boundsWith(deepest)] })

function plainCommonMark(text: string): Root | undefined {
  const { pieces } = cut(text)
  const children = pieces.flatMap(({ nodes }) => nodes ?? [])
  return pieces.every(({ nodes }) => nodes) && children.every(isCommon) ? { type: 'root', children } : undefined
}
