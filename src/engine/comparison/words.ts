// Counts the words that were added and removed.

import type { Block } from '../document.ts'
import { type InlineNode, isBlank, type Token, tokensOf } from '../merge/text/tokens.ts'
import { childrenOf } from '../walk.ts'
import type { Compared, Segment } from './comparison.ts'

export interface WordCount {
  added: number
  removed: number
}

export function countWords(compared: readonly Compared[]): WordCount {
  const count: WordCount = { added: 0, removed: 0 }
  for (const entry of compared) addTo(count, entry)
  return count
}

function addTo(count: WordCount, entry: Compared): void {
  if (entry.kind === 'added' || entry.kind === 'removed') count[entry.kind] += wordsIn(entry.block)
  if (!('after' in entry)) return
  for (const { kind, before, after } of entry.text ?? []) {
    if (kind === 'added') count.added += wordsOf(after)
    if (kind === 'removed') count.removed += wordsOf(before)
  }
  for (const child of entry.children ?? []) addTo(count, child)
  for (const { children } of entry.fragments ?? []) for (const child of children) addTo(count, child)
}

const wordsOf = (tokens: Segment['after']): number => tokens.filter((token: Token) => !isBlank(token)).length

function wordsIn(block: Block): number {
  const children = childrenOf(block)
  const inline = children.filter(({ object }) => object === 'text' || object === 'inline') as InlineNode[]
  let count = wordsOf(tokensOf(inline, Number.POSITIVE_INFINITY)!)
  for (const child of children) {
    if (child.object === 'block') count += wordsIn(child)
    if (child.object === 'fragment') for (const inner of child.nodes) count += wordsIn(inner)
  }
  return count
}
