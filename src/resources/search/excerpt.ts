// Excerpts of texts around the first match of a query.
import { fold, foldWithOffsets, isUnspaced, listSearchTerms, type SearchTerm } from '../../lib/words.ts'

const BEFORE = 60
const LENGTH = 240

/** The match of a query in a heading and the text below it. */
export interface TextMatch {
  /** The number of matching words. */
  count: number
  /** True if the heading is the query, but for case and accents. */
  isNamed: boolean
  /** The text around the first match, or the start of the text if only the heading matches. */
  excerpt(): string
}

export type Matcher = (heading: string, text: string) => TextMatch

/** Returns a function that matches texts against the words of a query. */
export function createMatcher(query: string): Matcher {
  const terms = listSearchTerms(query)
  const name = nameOf(fold(query))
  return (heading, given) => {
    const foldedHeading = fold(heading)
    const { text, folded, offsets } = foldWithOffsets(given)
    const found = terms.map((term) => firstMatch(folded, term))
    const at = found.reduce((first, each) => (each >= 0 && each < first ? each : first), folded.length)
    const count = terms.filter((term, n) => found[n]! >= 0 || firstMatch(foldedHeading, term) >= 0).length
    const isNamed = name !== '' && nameOf(foldedHeading) === name
    return { count, isNamed, excerpt: () => cut(text, at === folded.length ? 0 : (offsets?.[at] ?? at)) }
  }
}

const nameOf = (folded: string): string => folded.trim().replaceAll(/\s+/g, ' ')

/** A piece of a text that matches or does not. */
export interface MarkedText {
  text: string
  isMatch: boolean
}

/** Returns a function that tells the words of a query in short texts, such as titles and excerpts. */
export function createMarker(query: string): (text: string) => MarkedText[] {
  const terms = listSearchTerms(query)
  return (given) => {
    const { text, folded, offsets } = foldWithOffsets(given)
    const at = (index: number) => (index >= folded.length ? text.length : (offsets?.[index] ?? index))
    const found = terms.flatMap((term) => [...matchesIn(folded, term)]).sort(([one], [other]) => one - other)
    const pieces: MarkedText[] = []
    let from = 0
    for (const [start, end] of found.map(([first, last]) => [at(first), at(last)])) {
      if (start! < from) continue
      if (start! > from) pieces.push({ text: text.slice(from, start), isMatch: false })
      pieces.push({ text: text.slice(start, end), isMatch: true })
      from = end!
    }
    if (from < text.length) pieces.push({ text: text.slice(from), isMatch: false })
    return pieces
  }
}

const firstMatch = (folded: string, term: SearchTerm): number => {
  for (const [start] of matchesIn(folded, term)) return start
  return -1
}

// The same for all queries: compiling classes of letters takes longer than most searches.
const AFTER_LETTER = /(?<=[\p{L}\p{N}])/uy
const LETTERS = /[\p{L}\p{N}]*/uy

/** Where a word of a query begins and ends: whole words, or words that begin with it. */
function* matchesIn(folded: string, { word, prefix }: SearchTerm): Generator<[number, number]> {
  const isWithin = isUnspaced(word)
  let from = 0
  for (;;) {
    const start = folded.indexOf(word, from)
    if (start < 0) return
    const end = isWithin ? start + word.length : endOfLetters(folded, start + word.length)
    from = end
    if (isWithin || (!isAfterLetter(folded, start) && (prefix || end === start + word.length))) yield [start, end]
  }
}

function isAfterLetter(text: string, at: number): boolean {
  AFTER_LETTER.lastIndex = at
  return AFTER_LETTER.test(text)
}

function endOfLetters(text: string, from: number): number {
  LETTERS.lastIndex = from
  LETTERS.test(text)
  return LETTERS.lastIndex
}

function cut(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : startOfWord(text, at - BEFORE, at)
  const end =
    start + LENGTH >= text.length ? text.length : endOfWord(text, start + LENGTH, Math.max(at, start + LENGTH / 2))
  const shown = text.slice(start, end).trim().replaceAll(/\s+/g, ' ')
  return `${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`
}

// Cuts at a word boundary if there is one in the range, and never within a surrogate pair.
function startOfWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/)
  return space >= 0 ? from + space + 1 : from + (isLowSurrogate(text, from) ? 1 : 0)
}

function endOfWord(text: string, to: number, from: number): number {
  const space = text.slice(from, to + 1).search(/\s\S*$/)
  return space >= 0 ? from + space : to - (isLowSurrogate(text, to) ? 1 : 0)
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
