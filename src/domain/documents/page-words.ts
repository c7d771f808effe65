// The index terms of a page, each prefixed with a match level. Levels are nested: a term at one level is also in all
// later levels, so the best level of a match is its rank.
import type { Section } from '../../engine/outline.ts'
import type { Page } from '../../engine/tree/records.ts'
import { joinWords, listSearchTerms, listWords, type SearchTerm } from '../../lib/words.ts'

/** Whole title, whole name, in a name, in a heading, frequent in the text, anywhere. */
const LEVELS = { title: '0', whole: '1', name: '2', heading: '3', often: '4', anywhere: '5' } as const

/** A word in this many lines counts as frequent. */
const OFTEN_LINES = 3
/** PostgreSQL accepts 1 MB of terms per page, and a word may be stored at four levels. */
const MAX_BYTES = 200 * 1024

export const isSearchable = (page: Page): boolean => page.type === 'document' && page.noIndex !== true

export function indexedWordsOf(
  page: Pick<Page, 'title' | 'slug' | 'description' | 'git'>,
  sections: readonly Section[],
): string[] {
  const names = namesOf(page)
  const named = names.flatMap(listWords)
  const headings = [...named, ...sections.flatMap(({ title }) => listWords(title))]
  const lines = countLines([page.description ?? '', ...sections.map(({ text }) => text)].join('\n'))
  const often = [...lines.keys()].filter((word) => lines.get(word)! >= OFTEN_LINES)
  const all = within(MAX_BYTES, new Set([...headings, ...lines.keys()]))
  const at = (level: string, words: string[]) =>
    [...new Set(words)].filter((word) => all.has(word)).map((word) => level + word)
  return [
    ...wholes(LEVELS.title, [page.title]),
    ...wholes(LEVELS.whole, names),
    ...at(LEVELS.name, named),
    ...at(LEVELS.heading, headings),
    ...at(LEVELS.often, [...headings, ...often]),
    ...at(LEVELS.anywhere, [...all]),
  ]
}

/** The names of a page: its title, its slug, and the suffixes of its file path (`c`, `b c`, `a b c`). */
function namesOf(page: Pick<Page, 'title' | 'slug' | 'git'>): string[] {
  const tails = filePathOf(page).map((_, at, path) => path.slice(at).join(' '))
  return [page.title, page.slug ?? '', ...tails.slice(-MAX_TAILS)]
}

const MAX_TAILS = 4

/** The path of a page's file without its extension; a README is named after its folder. */
function filePathOf({ git }: Pick<Page, 'git'>): string[] {
  const segments = (git?.path ?? '')
    .replace(/\.[^./]+$/, '')
    .split('/')
    .filter(Boolean)
  return /^(readme|index)$/i.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments
}

const wholes = (level: string, names: readonly string[]): string[] =>
  [...new Set(names.map(joinWords))].filter(Boolean).map((name) => level + name)

/** Counts the lines in which each word occurs. */
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

/** The terms required at each level, best level first. Empty for a query without words. */
export function queryLevelsOf(query: string): SearchTerm[][] {
  const sought = listSearchTerms(query)
  if (sought.length === 0) return []
  const at = (level: string) => sought.map(({ word, prefix }) => ({ word: level + word, prefix }))
  const whole = (level: string) => [{ word: level + joinWords(query), prefix: false }]
  return [
    whole(LEVELS.title),
    whole(LEVELS.whole),
    at(LEVELS.name),
    at(LEVELS.heading),
    at(LEVELS.often),
    at(LEVELS.anywhere),
  ]
}
