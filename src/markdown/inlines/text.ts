// Converts a leaf to inline nodes: code, line breaks, and text with unknown tags.

import type { PhrasingContent } from 'mdast'
import type { Leaf } from '../../engine/document.ts'
import { isBlockElement } from '../html/elements.ts'
import { htmlTokens } from '../html/tokens.ts'
import type { InlineNode } from '../model.ts'
import { type InlineContext, innerContext, type WriteContext } from '../nodes/contract.ts'
import { isKnownElement } from './elements.ts'

// The context of an inline.
export interface Row {
  nodes: InlineNode[]
  place: InlineContext
  context: WriteContext
}

export function writeLeaf(leaf: Leaf, isFirst: boolean, isLast: boolean, place: InlineContext): PhrasingContent[] {
  if (!leaf.marks.some(({ type }) => type === 'code')) return writeText(leaf.text, isFirst, isLast, place)
  if (!/[\r\n]/.test(leaf.text)) return [{ type: 'inlineCode', value: leaf.text }]
  return [
    { type: 'html', value: '<code>' },
    ...writeText(leaf.text, false, false, innerContext(place)),
    { type: 'html', value: '</code>' },
  ]
}

// A hard break needs text on both sides; elsewhere, and in single-line contexts, it is `<br>`.
export function writeText(value: string, isFirst: boolean, isLast: boolean, place: InlineContext): PhrasingContent[] {
  const lines = value.split(/\r\n|\r|\n/)
  const lastFull = isLast ? lines.findLastIndex((line) => line !== '') : lines.length
  return lines.flatMap((line, at): PhrasingContent[] => {
    const lineStart = (isFirst && at === 0) || (at > 0 && place === 'paragraph')
    const text = place === 'html' ? plain(line) : segments(line, lineStart, place)
    if (at === 0) return text
    const hard =
      place === 'paragraph' &&
      (at <= lastFull || at < lines.length - 1) &&
      !(isFirst && lines.slice(0, at).every((each) => each === ''))
    return [hard ? { type: 'break' } : { type: 'html', value: '<br>' }, ...text]
  })
}

const plain = (value: string): PhrasingContent[] => (value ? [{ type: 'text', value }] : [])

// In a cell, blocks are elements too.
const isRead = (name: string, place: InlineContext) =>
  isKnownElement(name) || (place === 'cell' && isBlockElement(name))

// Unknown tags are written as they are, because they are read that way; all other text is escaped.
function segments(line: string, lineStart: boolean, place: InlineContext): PhrasingContent[] {
  if (!line.includes('<')) return plain(line)
  const nodes: PhrasingContent[] = []
  let text = ''
  for (const token of htmlTokens(line)) {
    const isStart = lineStart && nodes.length === 0 && text.trim() === ''
    const isUnknown =
      token.kind === 'other' ? !/^<!--+>/.test(token.raw) : token.kind !== 'text' && !isRead(token.name, place)
    if (!isUnknown || isStart) text += token.raw
    else {
      nodes.push(...plain(text), { type: 'html', value: token.raw })
      text = ''
    }
  }
  return [...nodes, ...plain(text)]
}
