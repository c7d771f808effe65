// The part of a text that shows why it was found.
import { foldInPlace, isUnspaced, listSought, type Sought } from '../../lib/words.ts'

const BEFORE = 60
const LENGTH = 240
const LETTER = '[\\p{L}\\p{N}]'

/** Finds the words of a query in folded text. */
export interface Finder {
  /** How many of the words the text has. */
  count(text: string): number
  /** The text around the first of the words; its beginning when it has none. */
  excerpt(text: string): string
}

export function finderOf(query: string): Finder {
  const patterns = listSought(query).map(patternOf)
  return {
    count(text) {
      const { folded } = foldInPlace(text)
      return patterns.filter((pattern) => pattern.test(folded)).length
    },
    excerpt(text) {
      const { text: composed, folded, places } = foldInPlace(text)
      const found = patterns.flatMap((pattern) => pattern.exec(folded)?.index ?? [])
      const at = found.length > 0 ? Math.min(...found) : 0
      return cut(composed, places?.[at] ?? at)
    },
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
  for (let at = to; at > from; at--) if (/\s/.test(text[at]!)) return at
  return to - (isLowSurrogate(text, to) ? 1 : 0)
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00
