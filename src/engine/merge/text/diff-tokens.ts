// Finds what changed in the text of a block. Words first: a space in common must not cost a word in common.

import { diffSequences, type Hunk } from './diff.ts'
import { isBlank, type Token } from './tokens.ts'

type NameOf = (token: Token) => string

/** Returns the hunks that turn `before` into `after`, in order. Tokens with the same name are the same. */
export function diffTokens(before: readonly Token[], after: readonly Token[], nameOf: NameOf): Hunk[] {
  // What both begin and end with stayed, which is most of it.
  const isSame = (at: number, other: number) => nameOf(before[at]!) === nameOf(after[other]!)
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isSame(head, head)) head++
  let tail = 0
  while (tail < most - head && isSame(before.length - 1 - tail, after.length - 1 - tail)) tail++
  const found = diffWords(before.slice(head, before.length - tail), after.slice(head, after.length - tail), nameOf)
  return found.map((hunk) => shift(hunk, head, head))
}

// The words, then what is between the words that stayed.
function diffWords(before: readonly Token[], after: readonly Token[], nameOf: NameOf): Hunk[] {
  const [old, now] = [placesOfWords(before), placesOfWords(after)]
  const names = (tokens: readonly Token[], places: readonly number[]) => places.map((at) => nameOf(tokens[at]!))
  const found = diffSequences(names(before, old), names(after, now))
  const hunks: Hunk[] = []
  let [left, right] = [0, 0]
  const close = (start: number, from: number) => {
    const gap = diffSequences(before.slice(left, start).map(nameOf), after.slice(right, from).map(nameOf))
    for (const hunk of gap) hunks.push(shift(hunk, left, right))
    left = start + 1
    right = from + 1
  }
  let [word, other] = [0, 0]
  for (const { start, end, to } of [...found, { start: old.length, end: old.length, to: now.length }]) {
    for (; word < start; word++, other++) close(old[word]!, now[other]!)
    word = end
    other = to
  }
  close(before.length, after.length)
  return hunks
}

const placesOfWords = (tokens: readonly Token[]): number[] =>
  tokens.flatMap((token, at) => (isBlank(token) ? [] : [at]))

/** The same hunk in longer sequences. */
const shift = ({ start, end, from, to }: Hunk, base: number, side: number): Hunk => ({
  start: start + base,
  end: end + base,
  from: from + side,
  to: to + side,
})
