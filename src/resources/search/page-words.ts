// The words by which a page is found, each with the level at which it counts in front. Levels are nested: what is found
// at one is found at all that follow, so the best level of a match says how well it matches.
import type { Section } from '../../engine/outline.ts'
import type { Page } from '../../engine/tree/records.ts'
import { joinWords, listSought, listWords, type Sought } from '../../lib/words.ts'

/** The whole title; in the title; in a heading too; among the words a page uses often; anywhere. */
const LEVELS = { whole: '0', title: '1', heading: '2', often: '3', anywhere: '4' } as const

/** In how many lines of a page a word stands that the page is about. */
const OFTEN = 3
/** PostgreSQL takes a megabyte of words for one page, and a word may be there at four levels. */
const MOST_BYTES = 200 * 1024

export const isSearchable = (page: Page): boolean => page.type === 'document' && page.noIndex !== true

export function wordsOf(page: Page, sections: readonly Section[]): string[] {
  const title = listWords(page.title)
  const headings = [...title, ...sections.flatMap((section) => listWords(section.title))]
  const lines = countLines([page.description ?? '', ...sections.map(({ text }) => text)].join('\n'))
  const often = [...lines.keys()].filter((word) => lines.get(word)! >= OFTEN)
  const all = within(MOST_BYTES, new Set([...headings, ...lines.keys()]))
  const at = (level: string, words: string[]) =>
    [...new Set(words)].filter((word) => all.has(word)).map((word) => level + word)
  const whole = joinWords(page.title)
  return [
    ...(whole ? [LEVELS.whole + whole] : []),
    ...at(LEVELS.title, title),
    ...at(LEVELS.heading, headings),
    ...at(LEVELS.often, [...headings, ...often]),
    ...at(LEVELS.anywhere, [...all]),
  ]
}

/** In how many lines each word stands. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n')) {
    for (const word of listWords(line)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function within(bytes: number, words: ReadonlySet<string>): Set<string> {
  const kept = new Set<string>()
  let rest = bytes
  for (const word of words) {
    rest -= Buffer.byteLength(word)
    if (rest >= 0) kept.add(word)
  }
  return kept
}

/** The levels of a query, from the best: what a page must have to match there. Nothing for a query without words. */
export function levelsOf(query: string): Sought[][] {
  const sought = listSought(query)
  if (sought.length === 0) return []
  const at = (level: string) => sought.map(({ word, prefix }) => ({ word: level + word, prefix }))
  const whole = [{ word: LEVELS.whole + joinWords(query), prefix: false }]
  return [whole, at(LEVELS.title), at(LEVELS.heading), at(LEVELS.often), at(LEVELS.anywhere)]
}
