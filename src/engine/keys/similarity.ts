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

/** True if two blocks have at least this share of words in common. */
export const areSimilar = (a: Node, b: Node, least: number): boolean =>
  haveSimilarEnds(a, b, least) || similarity(wordsOf(a), wordsOf(b)) >= least

// Most edits change a few words in one place. What is equal before and after them is then enough, and finding that takes a
// tenth of the time of counting each word.
function haveSimilarEnds(a: Node, b: Node, least: number): boolean {
  if ((a.object === 'block' && a.isVoid) || (b.object === 'block' && b.isVoid)) return false
  const [left, right] = [textOf(a).toLowerCase(), textOf(b).toLowerCase()]
  if (!isAscii(left) || !isAscii(right)) return false
  const most = Math.min(left.length, right.length)
  let start = 0
  while (start < most && left.charCodeAt(start) === right.charCodeAt(start)) start++
  let end = 0
  while (end < most - start && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end++
  // Words at the edges may go on differently.
  while (start > 0 && isInWord(left.charCodeAt(start - 1))) start--
  while (end > 0 && isInWord(left.charCodeAt(left.length - end))) end--
  const same = countWords(left, 0, start) + countWords(left, left.length - end, left.length)
  const total = countWords(left, 0, left.length) + countWords(right, 0, right.length)
  return total > 0 && (2 * same) / total >= least
}

/** Counts what `ASCII_WORD` finds, in lower case. */
function countWords(text: string, from: number, to: number): number {
  let count = 0
  let wasInWord = false
  for (let at = from; at < to; at++) {
    const isIn = isInWord(text.charCodeAt(at))
    if (isIn && !wasInWord) count++
    wasInWord = isIn
  }
  return count
}

/** True for lower-case letters and digits. */
const isInWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

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
