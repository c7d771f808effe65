import { expect, test } from 'vitest'
import { indexedWordsOf, queryLevelsOf } from './page-words.ts'

const words = new Set(
  indexedWordsOf({ title: 'Installing', slug: 'setup' }, [
    { level: 2, title: 'On Linux', text: 'Ångström units. 検索する', anchor: 'on-linux' },
  ]),
)

/** The best level at which the index finds a query, as a database does. */
const levelOf = (query: string): number =>
  queryLevelsOf(query).findIndex((sought) =>
    sought.every(({ word, prefix }) => (prefix ? [...words].some((each) => each.startsWith(word)) : words.has(word))),
  )

test('words are found by any of their beginnings, at the level of the word', () => {
  for (const [word, level] of [
    ['installing', 2],
    ['setup', 2],
    ['linux', 3],
    ['angstrom', 5],
    ['units', 5],
  ] as const)
    for (let length = 1; length < word.length; length++)
      expect([word.slice(0, length), levelOf(word.slice(0, length))]).toEqual([word.slice(0, length), level])
  expect(levelOf('installing')).toBe(0)
  expect(levelOf('検')).toBe(5)
  expect(levelOf('する')).toBe(5)
  expect(levelOf('installing l')).toBe(3)
  for (const missing of ['x', 'nstalling', 'iu', '引']) expect([missing, levelOf(missing)]).toEqual([missing, -1])
})

test('short beginnings are single terms: no database has to collect the words that begin so', () => {
  expect(queryLevelsOf('ins').slice(2)).toEqual(
    ['6ins', '7ins', '8ins', '9ins'].map((word) => [{ word, prefix: false }]),
  )
  expect(queryLevelsOf('inst').at(-1)).toEqual([{ word: '5inst', prefix: true }])
  expect(queryLevelsOf('in it').at(-1)).toEqual([
    { word: '5in', prefix: false },
    { word: '9it', prefix: false },
  ])
})

test('the terms of a page stay within what PostgreSQL accepts', () => {
  const han = Array.from({ length: 30_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7) % 20_000))).join('')
  const latin = Array.from({ length: 30_000 }, (_, at) => (at * 7919).toString(36)).join(' ')
  for (const text of [han, latin]) {
    const terms = indexedWordsOf({ title: 'Long' }, [{ level: 2, title: text, text }])
    const bytes = terms.reduce((sum, term) => sum + Buffer.byteLength(term), 0)
    expect(bytes).toBeGreaterThan(2 ** 18)
    expect(bytes).toBeLessThan(2 ** 20)
  }
})
