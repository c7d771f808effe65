// Compares the text of a block word by word.

import type { Inline } from '../document.ts'
import { diffTokens } from '../merge/text/diff-tokens.ts'
import { joinRewrites } from '../merge/text/hunks.ts'
import { type InlineNode, type Token, tokensOf, type Wrapper } from '../merge/text/tokens.ts'
import { canonical, isEqual } from '../objects.ts'
import type { Segment } from './comparison.ts'

/** Documents are bounded, and so is the work of comparing their words. */
const UNLIMITED = Number.POSITIVE_INFINITY

export function compareText(before: readonly InlineNode[], after: readonly InlineNode[]): Segment[] {
  const old = tokensOf(before, UNLIMITED)!
  const now = tokensOf(after, UNLIMITED)!
  const hunks = joinRewrites(diffTokens(old, now, nameOf), old)
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
