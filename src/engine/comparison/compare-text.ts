// Compares the text of a block word by word.

import type { Inline } from '../document.ts'
import { diffSequences, type Hunk } from '../merge/text/diff.ts'
import { joinRewrites } from '../merge/text/hunks.ts'
import { type InlineNode, isBlank, type Token, tokensOf, type Wrapper } from '../merge/text/tokens.ts'
import { canonical, isEqual } from '../objects.ts'
import type { Segment } from './comparison.ts'

/** Documents are bounded, and so is the work of comparing their words. */
const UNLIMITED = Number.POSITIVE_INFINITY

export function compareText(before: readonly InlineNode[], after: readonly InlineNode[]): Segment[] {
  const old = tokensOf(before, UNLIMITED)!
  const now = tokensOf(after, UNLIMITED)!
  const hunks = joinRewrites(diffTokens(old, now), old)
  const segments = new Segments()
  let [left, right] = [0, 0]
  for (const { start, end, from, to } of [
    ...hunks,
    { start: old.length, end: old.length, from: now.length, to: now.length },
  ]) {
    for (; left < start; left++, right++) segments.addPair(old[left]!, now[right]!)
    for (; left < end; left++) segments.add('removed', old[left])
    for (; right < to; right++) segments.add('added', undefined, now[right])
    right = Math.max(right, from)
  }
  nameWrappers(segments.list)
  return segments.list
}

// What both begin and end with stayed, which is most of it.
function diffTokens(before: readonly Token[], after: readonly Token[]): Hunk[] {
  const isSame = (at: number, other: number) => nameOf(before[at]!) === nameOf(after[other]!)
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isSame(head, head)) head++
  let tail = 0
  while (tail < most - head && isSame(before.length - 1 - tail, after.length - 1 - tail)) tail++
  const found = diffWords(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
  return found.map(({ start, end, from, to }) => ({
    start: start + head,
    end: end + head,
    from: from + head,
    to: to + head,
  }))
}

// Words first: a space in common must not cost a word in common. Then what is between the words that stayed.
function diffWords(before: readonly Token[], after: readonly Token[]): Hunk[] {
  const [old, now] = [placesOfWords(before), placesOfWords(after)]
  const names = (tokens: readonly Token[], places: readonly number[]) => places.map((at) => nameOf(tokens[at]!))
  const found = diffSequences(names(before, old), names(after, now))
  const hunks: Hunk[] = []
  let [left, right] = [0, 0]
  const close = (start: number, from: number) => {
    const gap = diffSequences(before.slice(left, start).map(nameOf), after.slice(right, from).map(nameOf))
    for (const each of gap)
      hunks.push({ start: left + each.start, end: left + each.end, from: right + each.from, to: right + each.to })
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

// An inline is compared by what it shows.
const nameOf = ({ inline, name }: Token): string => (inline ? `\0${canonical(withoutKey(inline))}` : name)

const withoutKey = ({ key: _, ...rest }: Inline): Omit<Inline, 'key'> => rest

class Segments {
  readonly list: Segment[] = []

  addPair(before: Token, after: Token): void {
    this.add(areStyledAlike(before, after) ? 'same' : 'restyled', before, after)
  }

  add(kind: Segment['kind'], before?: Token, after?: Token): void {
    let last = this.list.at(-1)
    if (last?.kind !== kind) {
      last = { kind, before: [], after: [] }
      this.list.push(last)
    }
    if (before) last.before.push(before)
    if (after) last.after.push(after)
  }
}

const areStyledAlike = (a: Token, b: Token): boolean =>
  a.marks.name === b.marks.name &&
  a.path.length === b.path.length &&
  a.path.every((wrapper, depth) => isSameInline(wrapper, b.path[depth]!))

const isSameInline = (a: Wrapper, b: Wrapper): boolean => isEqual(withoutKey(a.shell), withoutKey(b.shell))

// A link whose words changed is still one link.
function nameWrappers(segments: readonly Segment[]): void {
  let count = 0
  const name = (wrapper: Wrapper) => {
    if (wrapper.id === '') wrapper.id = `${count++}`
  }
  for (const { after } of segments) for (const { path } of after) for (const wrapper of path) name(wrapper)
  for (const { before, after } of segments)
    for (const [at, { path }] of before.entries())
      for (const [depth, wrapper] of path.entries()) {
        const other = after[at]?.path[depth]
        if (other && wrapper.id === '' && isSameInline(wrapper, other)) wrapper.id = other.id
      }
  for (const { before } of segments) for (const { path } of before) for (const wrapper of path) name(wrapper)
}
