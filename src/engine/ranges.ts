// A range of words in a block, and how it follows edits. It counts in the text of the block's line, in which every inline
// without text is one character.

import type { Document, Node } from './document.ts'
import { diffSequences } from './merge/text/diff.ts'
import { type InlineNode, splitWords, tokensOf } from './merge/text/tokens.ts'
import { walk } from './walk.ts'

export interface WordRange {
  start: number
  end: number
  /** The words in it. */
  quote: string
}

/** Stands for an inline without text. */
const INLINE = '\ufffc'
/** Fewer characters occur in many places: they are not looked for in other blocks. */
const MIN_TELLING = 6

/** The text that ranges of a node count in. Undefined if the node is not a line of text. */
export function lineOf(node: Node): string | undefined {
  if (node.object !== 'block' || node.isVoid) return undefined
  const nodes = node.nodes ?? []
  if (nodes.length === 0 || nodes.some(({ object }) => object === 'block')) return undefined
  const tokens = tokensOf(nodes as InlineNode[], Number.POSITIVE_INFINITY)!
  return tokens.map(({ text, inline }) => (inline ? INLINE : text)).join('')
}

/** The lines of a document by key. */
export function linesOf(document: Document): Map<string, string> {
  const lines = new Map<string, string>()
  for (const { node } of walk(document)) {
    const line = node.key === undefined || lines.has(node.key) ? undefined : lineOf(node)
    if (line !== undefined) lines.set(node.key!, line)
  }
  return lines
}

/** False if its words are gone. */
export const isThere = ({ start, end }: WordRange): boolean => start < end

export const wordsIn = ({ quote }: WordRange): string => quote.replaceAll(INLINE, '')

/** The range with these words that is nearest to a place. */
export function findWords(line: string, quote: string, near: number): WordRange | undefined {
  if (quote === '') return undefined
  const before = line.lastIndexOf(quote, near)
  const after = line.indexOf(quote, near)
  if (before < 0 && after < 0) return undefined
  const start = after < 0 || (before >= 0 && near - before <= after - near) ? before : after
  return { start, end: start + quote.length, quote }
}

/** Where a range is after its line changed. Undefined if its words are gone. */
export function moveInLine(range: WordRange, before: string, after: string): WordRange | undefined {
  const moved = isThere(range) ? (findSame(range, before, after) ?? moveEdges(range, before, after)) : undefined
  if (moved) return { ...moved, quote: after.slice(moved.start, moved.end) }
  return findWords(after, range.quote, range.start)
}

type Edges = Pick<WordRange, 'start' | 'end'>

/** The same words, if they occur as often as before. */
function findSame({ start, quote }: WordRange, before: string, after: string): Edges | undefined {
  const [old, now] = [placesOf(quote, before), placesOf(quote, after)]
  const found = old.length === now.length ? now[old.indexOf(start)] : undefined
  return found === undefined ? undefined : { start: found, end: found + quote.length }
}

function placesOf(quote: string, line: string): number[] {
  const places: number[] = []
  for (let at = line.indexOf(quote); at >= 0; at = line.indexOf(quote, at + 1)) places.push(at)
  return places
}

/** Follows the edges of the range. Undefined if nothing of its words is left, and what replaced them replaced more. */
function moveEdges(range: WordRange, before: string, after: string): Edges | undefined {
  const [old, now] = [splitWords(before), splitWords(after)]
  const [places, nextPlaces] = [startsOf(old), startsOf(now)]
  let { start, end } = range
  let kept = countSigns(range.quote)
  let isRewritten = false
  for (const hunk of diffSequences(old, now).reverse()) {
    const [from, to] = [places[hunk.start]!, places[hunk.end]!]
    const replacement = nextPlaces[hunk.to]! - nextPlaces[hunk.from]!
    const inside = before.slice(Math.max(from, range.start), Math.min(to, range.end))
    kept -= countSigns(inside)
    if (inside !== '' && (from < range.start || to > range.end)) isRewritten = true
    start = movedStart(start, from, to, replacement)
    end = movedEnd(end, from, to, replacement)
  }
  return start >= end || (kept === 0 && isRewritten) ? undefined : { start, end }
}

const countSigns = (text: string): number => text.match(/[\p{L}\p{N}\ufffc]/gu)?.length ?? 0

/** Where each word starts, and where the last one ends. */
function startsOf(words: readonly string[]): number[] {
  const starts = [0]
  for (const word of words) starts.push(starts.at(-1)! + word.length)
  return starts
}

// What is inserted at an edge of the range is outside; what replaces an edge is inside.
function movedStart(at: number, from: number, to: number, replacement: number): number {
  if (at < from) return at
  if (at >= to) return at + replacement - (to - from)
  return from
}

function movedEnd(at: number, from: number, to: number, replacement: number): number {
  if (at <= from) return at
  if (at >= to) return at + replacement - (to - from)
  return from + replacement
}

export interface Anchor {
  /** The key of the block. */
  node: string
  range: WordRange
}

/** Where an anchor is after the lines of its document changed. Words that are gone are an empty range with its quote. */
export function moveAnchor(
  { node, range }: Anchor,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Anchor {
  const [old, now] = [before.get(node), after.get(node)]
  if (old === now && now !== undefined && isThere(range)) return { node, range }
  const moved = now === undefined ? undefined : moveFrom(range, old, now)
  if (moved) return { node, range: moved }
  return findElsewhere(range.quote, before, after) ?? { node, range: { ...range, end: range.start } }
}

const moveFrom = (range: WordRange, old: string | undefined, now: string): WordRange | undefined =>
  old === undefined ? findWords(now, range.quote, range.start) : moveInLine(range, old, now)

/** A block that was split or joined: its words are in another block, which did not have them before. */
function findElsewhere(
  quote: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Anchor | undefined {
  if (quote.trim().length < MIN_TELLING) return undefined
  const found = [...after].filter(([node, line]) => line.includes(quote) && !before.get(node)?.includes(quote))
  if (found.length !== 1) return undefined
  const [node, line] = found[0]!
  return { node, range: findWords(line, quote, 0)! }
}
