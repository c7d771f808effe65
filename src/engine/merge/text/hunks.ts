// Puts the changes of both sides into one order, if they are about different words.

import { isEqual } from '../../objects.ts'
import type { Hunk } from './diff.ts'
import { isBlank, makeOneWord, type Token } from './tokens.ts'

/** A range of the base, and the tokens that replace it. */
export interface Replaced {
  start: number
  end: number
  tokens: readonly Token[]
  /** The side that replaced it; undefined if both did. */
  by?: 'ours' | 'theirs'
}

interface Side {
  hunks: readonly Hunk[]
  tokens: readonly Token[]
}

/** Hunks with nothing but spaces and signs between them that are one rewritten passage. */
const REWRITE = 3

/** Joins the hunks of rewritten passages: the spaces that they have in common with the base mean nothing. */
export function joinRewrites(hunks: readonly Hunk[], base: readonly Token[]): Hunk[] {
  const joined: Hunk[] = []
  let passage: Hunk[] = []
  const close = () => {
    const [first, last] = [passage[0], passage.at(-1)]
    if (passage.length < REWRITE) joined.push(...passage)
    else joined.push({ start: first!.start, end: last!.end, from: first!.from, to: last!.to })
    passage = []
  }
  for (const hunk of hunks) {
    const before = passage.at(-1)
    if (before && !base.slice(before.end, hunk.start).every(isBlank)) close()
    passage.push(hunk)
  }
  close()
  return joined
}

/** Returns the changes of both sides in order, or undefined if they are about the same words. */
export function settleHunks(ours: Side, theirs: Side): Replaced[] | undefined {
  const all = [...replacedBy('ours', ours), ...replacedBy('theirs', theirs)].sort(inOrder)
  const settled: Replaced[] = []
  for (const next of all) {
    const last = settled.at(-1)
    const joint = last && meets(last, next) ? joinPair(last, next) : 'apart'
    if (!joint) return undefined
    if (joint === 'apart') settled.push(next)
    else settled[settled.length - 1] = joint
  }
  return settled
}

function replacedBy(by: 'ours' | 'theirs', { hunks, tokens }: Side): Replaced[] {
  return hunks.map(({ start, end, from, to }) => ({ start, end, tokens: tokens.slice(from, to), by }))
}

// Insertions come before what is replaced at the same place. The order must not depend on the side.
function inOrder(a: Replaced, b: Replaced): number {
  return a.start - b.start || a.end - b.end || compare(textOf(a), textOf(b))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const textOf = ({ tokens }: Replaced): string => tokens.map(({ name }) => name).join('')

const meets = (last: Replaced, next: Replaced): boolean => next.start <= last.end

function joinPair(last: Replaced, next: Replaced): Replaced | 'apart' | undefined {
  if (last.start === next.start && last.end === next.end) {
    const both = includes(last, next) ? last : last.start === last.end && includes(next, last) ? next : undefined
    if (both) return { start: both.start, end: both.end, tokens: both.tokens }
  }
  if (next.start < last.end) {
    // Both removed some of the same words, and nothing else.
    if (last.tokens.length + next.tokens.length > 0) return undefined
    return { start: last.start, end: Math.max(last.end, next.end), tokens: [] }
  }
  // They touch.
  return makeOneWord(last.tokens.at(-1), next.tokens[0]) ? undefined : 'apart'
}

// Equal changes happen once. So does an insertion that begins or ends with the other one, as when somebody went on
// writing and sends again what has arrived before.
function includes({ start, end, tokens: whole }: Replaced, { tokens: part }: Replaced): boolean {
  if (start < end && whole.length !== part.length) return false
  const isAt = (from: number) => part.every((token, index) => isSame(whole[from + index]!, token))
  return whole.length >= part.length && (isAt(0) || isAt(whole.length - part.length))
}

function isSame(a: Token, b: Token): boolean {
  return (
    a.name === b.name &&
    a.marks.name === b.marks.name &&
    a.path.length === b.path.length &&
    a.path.every(({ id }, index) => id === b.path[index]!.id) &&
    isEqual(a.inline, b.inline)
  )
}
