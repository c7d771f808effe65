// The index terms of a page, each prefixed with a match level. Levels are nested: a term at one level is also in all
// later levels, so the best level of a match is its rank.
import type { Section } from '../../engine/outline.ts'
import type { Page } from '../../engine/tree/records.ts'
import { isAscii } from '../../lib/text.ts'
import { isUnspaced, joinWords, listSearchTerms, listWords, type SearchTerm } from '../../lib/words.ts'

/** Whole title, whole name, in a name, in a heading, frequent in the text, anywhere. */
const LEVELS = { title: '0', whole: '1', name: '2', heading: '3', often: '4', anywhere: '5' } as const

/** The levels of words. */
type Level = '2' | '3' | '4' | '5'

/** A level, and those that have all of its words too. */
const NESTED: Record<Level, readonly Level[]> = {
  '2': ['2', '3', '4', '5'],
  '3': ['3', '4', '5'],
  '4': ['4', '5'],
  '5': ['5'],
}

/** Words by how they begin are terms of their own, with these in place of the level. */
const STARTS: Record<Level, string> = { '2': '6', '3': '7', '4': '8', '5': '9' }

/**
 * Readers who type ask for the first letters of a word before they ask for the word. A database would have to collect the
 * pages of all words that begin so, which are most of the pages of a space.
 */
const MAX_START = 3

/** A word in this many lines counts as frequent. */
const OFTEN_LINES = 3
/** PostgreSQL accepts 1 MB of terms per page, and a word may be stored at four levels. */
const MAX_BYTES = 200 * 1024

export const isSearchable = (page: Page): boolean => page.type === 'document' && page.noIndex !== true

/** The fields of a page that words come from. */
export type NamedPage = Pick<Page, 'title' | 'slug' | 'description' | 'git'>

export const indexedWordsOf = (page: NamedPage, sections: readonly Section[]): string[] =>
  toTerms(
    page,
    sections.map(({ title }) => listWords(title)),
    sections.flatMap(({ text }) => listByLine(text)),
  )

const listByLine = (text: string): string[][] => text.split('\n').map(listWords)

/** `titles` and `lines` are the words of each heading and of each line of text. */
function toTerms(
  page: NamedPage,
  titles: readonly (readonly string[])[],
  lines: readonly (readonly string[])[],
): string[] {
  const names = namesOf(page)
  const best = new Map<string, Level>()
  const note = (words: Iterable<string>, level: Level) => {
    for (const word of words) if (!best.has(word)) best.set(word, level)
  }
  for (const name of names) note(listWords(name), LEVELS.name)
  for (const words of titles) note(words, LEVELS.heading)
  for (const [word, count] of countLines([...listByLine(page.description ?? ''), ...lines]))
    note([word], count >= OFTEN_LINES ? LEVELS.often : LEVELS.anywhere)
  const terms = [...wholes(LEVELS.title, [page.title]), ...wholes(LEVELS.whole, names)]
  const begun = new Map<string, Level>()
  for (const [word, starts] of within(MAX_BYTES, best)) {
    const level = best.get(word)!
    for (const each of NESTED[level]) terms.push(each + word)
    for (const start of starts) {
      const known = begun.get(start)
      if (known === undefined || level < known) begun.set(start, level)
    }
  }
  for (const [start, level] of begun) for (const each of NESTED[level]) terms.push(STARTS[each] + start)
  return terms
}

/** The names of a page: its title, its slug, and the suffixes of its file path (`c`, `b c`, `a b c`). */
function namesOf(page: NamedPage): string[] {
  const tails = filePathOf(page).map((_, at, path) => path.slice(at).join(' '))
  return [page.title, page.slug ?? '', ...tails.slice(-MAX_TAILS)]
}

const MAX_TAILS = 4

/** The path of a page's file without its extension; a README is named after its folder. */
function filePathOf({ git }: NamedPage): string[] {
  const segments = (git?.path ?? '')
    .replace(/\.[^./]+$/, '')
    .split('/')
    .filter(Boolean)
  return /^(readme|index)$/i.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments
}

const wholes = (level: string, names: readonly string[]): string[] =>
  [...new Set(names.map(joinWords))].filter(Boolean).map((name) => level + name)

/** Counts the lines in which each word occurs. */
function countLines(lines: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of lines) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The bytes of a UTF-16 code unit in UTF-8, and the code units of all beginnings of a word, each of up to two. */
const MAX_UNIT_BYTES = 3
const MAX_START_UNITS = MAX_START * (MAX_START + 1)

/** The words whose terms take no more than this, with how each may begin. */
function within(bytes: number, best: ReadonlyMap<string, Level>): Map<string, string[]> {
  const words = [...best.keys()]
  const kept = new Map<string, string[]>()
  // Most pages are far from the limit, and need no counting.
  let most = 0
  for (const word of words) most += MAX_UNIT_BYTES * (word.length + MAX_START_UNITS)
  if (most <= bytes) {
    for (const word of words) kept.set(word, startsOf(word))
    return kept
  }
  const known = new Set<string>()
  let rest = bytes
  for (const word of words) {
    const starts = startsOf(word)
    const added = starts.filter((start) => !known.has(start))
    rest -= Buffer.byteLength(word + added.join(''))
    if (rest < 0) continue
    kept.set(word, starts)
    for (const start of added) known.add(start)
  }
  return kept
}

/** In scripts without spaces, words are pairs of characters, and only single characters are looked for as a beginning. */
function startsOf(word: string): string[] {
  if (isAscii(word)) {
    const starts: string[] = []
    for (let size = 1; size <= MAX_START && size <= word.length; size++) starts.push(word.slice(0, size))
    return starts
  }
  const characters = [...word.slice(0, 2 * MAX_START)].slice(0, isUnspaced(word) ? 1 : MAX_START)
  return characters.map((_, at) => characters.slice(0, at + 1).join(''))
}

/** The terms required at each level, best level first. Empty for a query without words. */
export function queryLevelsOf(query: string): SearchTerm[][] {
  const sought = listSearchTerms(query)
  if (sought.length === 0) return []
  const at = (level: Level) =>
    sought.map(({ word, prefix }) =>
      prefix && [...word].length <= MAX_START
        ? { word: STARTS[level] + word, prefix: false }
        : { word: level + word, prefix },
    )
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
