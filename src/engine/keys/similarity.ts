// The similarity of blocks: exact (a fingerprint of everything but keys), or approximate (words in common).

import { isAscii } from '../../lib/text.ts'
import type { Node } from '../document.ts'
import { canonical } from '../objects.ts'
import { textOf } from '../text.ts'
import { childrenOf } from '../walk.ts'

/**
 * Returns the fingerprints of `node` and all blocks inside it. Equal content, apart from keys and meta, has equal
 * fingerprints.
 */
export function fingerprintAll(node: Node, prints = new Map<Node, string>()): Map<Node, string> {
  const print = (each: Node): string => {
    const { key, meta, nodes, fragments, ...own } = each as Node & Record<string, unknown>
    const inner = childrenOf(each)
    const text = inner.length === 0 ? canonical(own) : `${canonical(own)}[${inner.map(print).join()}]`
    if (each !== node && each.object !== 'block') return text
    const fingerprint = digest(text)
    prints.set(each, fingerprint)
    return fingerprint
  }
  print(node)
  return prints
}

/** The fingerprints of two versions. */
export const fingerprintBoth = (before: Node, after: Node): Map<Node, string> =>
  fingerprintAll(after, fingerprintAll(before))

/** The number of occurrences of each word in a block, and their total. */
export interface Words {
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

// In scripts without spaces, each letter counts as a word.
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu

const ASCII_WORD = /[a-z0-9]+/g

export function wordsOf(node: Node): Words {
  const data = node.object === 'block' && node.isVoid ? canonical(node.data ?? {}) : ''
  const text = `${textOf(node)} ${data}`.toLowerCase()
  const words = text.match(isAscii(text) ? ASCII_WORD : WORD) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, total: words.length }
}

/** The share of words that two blocks have in common, from 0 to 1. */
export function similarity(a: Words, b: Words): number {
  const total = a.total + b.total
  if (total === 0) return 0
  let shared = 0
  for (const [word, count] of a.counts) shared += Math.min(count, b.counts.get(word) ?? 0)
  return (2 * shared) / total
}

// 53 bits suffice: a collision only moves a key to a block with other content.
function digest(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${(b >>> 0).toString(36)}${(a >>> 0).toString(36)}`
}
