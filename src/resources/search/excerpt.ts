// The part of a text that shows why it was found.
import { fold, foldInPlace, isUnspaced, listSought, type Sought } from '../../lib/words.ts'

const BEFORE = 60
const LENGTH = 240
const LETTER = '[\\p{L}\\p{N}]'

/** What of a query is in a heading and the text below it. */
export interface Sight {
  /** How many of its words. */
  count: number
  /** The text around the first of them; its beginning when all are in the heading. */
  excerpt(): string
}

export type Look = (heading: string, text: string) => Sight

/** A function that looks for the words of a query. */
export function lookFor(query: string): Look {
  const patterns = listSought(query).map(patternOf)
  return (heading, given) => {
    const foldedHeading = fold(heading)
    const { text, folded, places } = foldInPlace(given)
    const found = patterns.map((pattern) => folded.search(pattern))
    const at = found.reduce((first, each) => (each >= 0 && each < first ? each : first), folded.length)
    const count = patterns.filter((pattern, n) => found[n]! >= 0 || pattern.test(foldedHeading)).length
    return { count, excerpt: () => cut(text, at === folded.length ? 0 : (places?.[at] ?? at)) }
  }
}

// The word comes first in the pattern, because it is what a search can skip to.
function patternOf({ word, prefix }: Sought): RegExp {
  if (isUnspaced(word)) return new RegExp(word, 'u')
  return new RegExp(`${word}(?<!${LETTER}${word})${prefix ? '' : `(?!${LETTER})`}`, 'u')
}

function cut(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : startOfWord(text, at - BEFORE, at)
  const end =
    start + LENGTH >= text.length ? text.length : endOfWord(text, start + LENGTH, Math.max(at, start + LENGTH / 2))
  const shown = text.slice(start, end).trim().replaceAll(/\s+/g, ' ')
  return `${start > 0 ? '… ' : ''}${shown}${end < text.length ? ' …' : ''}`
}

// Not within a word, unless that is longer than what is there to move in; never within a character.
function startOfWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/)
  return space >= 0 ? from + space + 1 : from + (isLowSurrogate(text, from) ? 1 : 0)
}

function endOfWord(text: string, to: number, from: number): number {
  const space = text.slice(from, to + 1).search(/\s\S*$/)
  return space >= 0 ? from + space : to - (isLowSurrogate(text, to) ? 1 : 0)
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
