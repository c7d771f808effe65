// Three-way merge of the inline content of a block, word by word. Changes of different words merge; so does a change of
// marks or of a link with a change of other words. Changes of the same words do not, unless they are equal.

import type { Inline, Mark } from '../../document.ts'
import { groupBy } from '../../group.ts'
import { isEqual } from '../../objects.ts'
import { mergeValues } from '../json.ts'
import type { ThreeWay } from '../sequence.ts'
import type { Hunk } from './diff.ts'
import { diffTokens } from './diff-tokens.ts'
import { joinRewrites, type Replaced, settleHunks } from './hunks.ts'
import { nodesOf } from './rebuild.ts'
import {
  type InlineNode,
  isBlank,
  type Marks,
  makeOneWord,
  marksOf,
  type Token,
  tokensOf,
  type Wrapper,
} from './tokens.ts'
import { nameBase, nameSide, type Wrappers } from './wrappers.ts'

/** Merges two versions of an inline; undefined if they do not merge. */
export type MergeInline = (sides: ThreeWay<Inline>) => Inline | undefined

/** Characters and nodes of a block on a side. What is longer does not merge. */
const MAX_SIZE = 32 * 1024

/** Returns the merged nodes, or undefined if both sides changed the same words. Swapping the sides changes nothing. */
export function mergeInlines(
  sides: ThreeWay<readonly InlineNode[]>,
  mergeInline: MergeInline,
): InlineNode[] | undefined {
  const base = tokensOf(sides.base, MAX_SIZE)
  const ours = tokensOf(sides.ours, MAX_SIZE)
  const theirs = tokensOf(sides.theirs, MAX_SIZE)
  return base && ours && theirs && new InlineMerge({ base, ours, theirs }, mergeInline).merge()
}

interface Side {
  tokens: readonly Token[]
  hunks: Hunk[]
  /** The places of the tokens of the base that the side kept. */
  places: Map<number, number>
  wrappers: Wrappers
}

class InlineMerge {
  private readonly base: readonly Token[]
  private readonly wrappers: Wrappers
  private readonly ours: Side
  private readonly theirs: Side
  private readonly mergeInline: MergeInline

  constructor({ base, ours, theirs }: ThreeWay<Token[]>, mergeInline: MergeInline) {
    this.base = base
    this.mergeInline = mergeInline
    this.wrappers = nameBase(base)
    this.ours = this.compare(ours)
    this.theirs = this.compare(theirs)
  }

  private compare(tokens: readonly Token[]): Side {
    const hunks = joinRewrites(
      diffTokens(this.base, tokens, ({ name }) => name),
      this.base,
    )
    const places = placesOf(hunks, this.base.length)
    return { tokens, hunks, places, wrappers: nameSide(this.wrappers, this.base, tokens, places) }
  }

  merge(): InlineNode[] | undefined {
    const settled = settleHunks(
      { hunks: this.ours.hunks, tokens: this.ours.tokens },
      { hunks: this.theirs.hunks, tokens: this.theirs.tokens },
    )
    const merged = settled && this.join(settled)
    const shells = merged && this.mergeShells(merged)
    return shells && nodesOf(merged, shells)
  }

  private join(replaced: readonly Replaced[]): Token[] | undefined {
    const merged: Token[] = []
    let at = 0
    for (const each of [...replaced, { start: this.base.length, end: this.base.length, tokens: [] }]) {
      for (; at < each.start; at++) {
        const token = this.mergeToken(at)
        if (!token) return undefined
        merged.push(token)
      }
      const tokens = this.restyle(each)
      if (!tokens) return undefined
      for (const token of tokens) merged.push(token)
      if (!each.by && tokens.length === 0) merged.push(...this.keepSpace(each, merged.at(-1)))
      at = Math.max(at, each.end)
    }
    return merged
  }

  // A token that neither side replaced.
  private mergeToken(at: number): Token | undefined {
    const base = this.base[at]!
    const ours = this.ours.tokens[this.ours.places.get(at)!]!
    const theirs = this.theirs.tokens[this.theirs.places.get(at)!]!
    const marks = mergeMarks({ base: base.marks, ours: ours.marks, theirs: theirs.marks })
    const path = pick({ base, ours, theirs }, ({ path }) => path, samePath)
    const inline =
      base.inline && mergeWhole({ base: base.inline, ours: ours.inline!, theirs: theirs.inline! }, this.mergeInline)
    if (!marks || !path || (base.inline && !inline)) return undefined
    return { ...base, marks, path, ...(inline && { inline }) }
  }

  // One side replaced words, the other may have styled them. The style is applied to the new words if both sides agree
  // on what it was; otherwise the sides changed the same words.
  private restyle({ start, end, tokens, by }: Replaced): readonly Token[] | undefined {
    for (let at = start; at < end; at++) if (this.isInlineChanged(at)) return undefined
    const other = by === undefined ? undefined : by === 'ours' ? this.theirs : this.ours
    if (!other || tokens.length === 0) return tokens
    const pairs: [Token, Token][] = []
    for (let at = start; at < end; at++) pairs.push([this.base[at]!, other.tokens[other.places.get(at)!]!])
    if (pairs.every(([before, after]) => hasStyleOf(before, after))) return tokens
    const [before, after] = pairs[0]!
    const isUniform =
      pairs.every(([a, b]) => !a.inline && hasStyleOf(a, before) && hasStyleOf(b, after)) &&
      tokens.every((token) => !token.inline && hasStyleOf(token, before))
    return isUniform ? tokens.map((token) => ({ ...token, marks: after.marks, path: after.path })) : undefined
  }

  // Both sides removed words here, one with the space before and the other with the space after them.
  private keepSpace({ start, end }: Replaced, last: Token | undefined): Token[] {
    if (!makeOneWord(last, this.base[end])) return []
    return this.base.slice(start, end).filter(isBlank).slice(0, 1)
  }

  private isInlineChanged(at: number): boolean {
    const { inline } = this.base[at]!
    if (!inline) return false
    return [this.ours, this.theirs].some(({ tokens, places }) => {
      const place = places.get(at)
      return place !== undefined && !isEqual(tokens[place]!.inline, inline)
    })
  }

  private mergeShells(merged: readonly Token[]): Map<string, Inline> | undefined {
    const used = new Map<string, Wrapper>()
    for (const { path } of merged) for (const wrapper of path) used.set(wrapper.id, wrapper)
    const shells = new Map<string, Inline>()
    for (const id of new Set([...this.wrappers.keys(), ...used.keys()])) {
      const base = this.wrappers.get(id)?.shell
      const [ours, theirs] = [this.ours.wrappers.get(id)?.shell, this.theirs.wrappers.get(id)?.shell]
      if (base && ours && theirs) {
        const shell = mergeWhole({ base, ours, theirs }, this.mergeInline)
        if (!shell) return undefined
        shells.set(id, shell)
      } else if (base) {
        // One side removed it: the other must not have changed it, nor put words into it.
        const left = ours ?? theirs
        if (used.has(id) || (left && !isEqual(left, base))) return undefined
      } else shells.set(id, (ours ?? theirs)!)
    }
    return shells
  }
}

function placesOf(hunks: readonly Hunk[], length: number): Map<number, number> {
  const places = new Map<number, number>()
  let [at, to] = [0, 0]
  for (const hunk of [...hunks, { start: length, end: length, from: 0, to: 0 }]) {
    while (at < hunk.start) places.set(at++, to++)
    at = hunk.end
    to = hunk.to
  }
  return places
}

const samePath = (a: readonly Wrapper[], b: readonly Wrapper[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => id === b[index]!.id)

const hasStyleOf = (a: Token, b: Token): boolean => a.marks.name === b.marks.name && samePath(a.path, b.path)

function pick<T, V>(sides: ThreeWay<T>, take: (side: T) => V, same: (a: V, b: V) => boolean): V | undefined {
  const [base, ours, theirs] = [take(sides.base), take(sides.ours), take(sides.theirs)]
  if (same(ours, theirs) || same(base, theirs)) return ours
  return same(base, ours) ? theirs : undefined
}

function mergeWhole(sides: ThreeWay<Inline>, mergeInline: MergeInline): Inline | undefined {
  const { base, ours, theirs } = sides
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return ours
  return isEqual(base, ours) ? theirs : mergeInline(sides)
}

// Marks of different types merge.
function mergeMarks(sides: ThreeWay<Marks>): Marks | undefined {
  const one = pick(
    sides,
    (marks) => marks,
    (a, b) => a.name === b.name,
  )
  if (one) return one
  const byType = ({ list }: Marks) => Object.fromEntries(groupBy(list, ({ type }) => type))
  const values = { base: byType(sides.base), ours: byType(sides.ours), theirs: byType(sides.theirs) }
  const { value, conflicts } = mergeValues(values)
  if (conflicts.length > 0) return undefined
  const types = value as Record<string, Mark[]>
  const sorted = Object.keys(types).sort()
  return marksOf(sorted.flatMap((type) => types[type]!))
}
