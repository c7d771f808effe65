// The full-text index finds exactly the pages whose words match, whatever other spaces have.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../test/support/content.ts'
import { databaseKind } from '../../test/support/database.ts'
import { startedServer } from '../../test/support/server.ts'
import type { SearchTerm } from '../lib/words.ts'
import { countMatches, isAmong, listMatches, listMatchingSpaces } from './search.ts'
import { type IndexedPage, type IndexedSpace, replaceSearchPages } from './search-index.ts'
import { listByLevel } from './search-levels.ts'
import { type SearchExpression, toMatch } from './search-terms.ts'

const server = startedServer()

async function indexedSpace(): Promise<IndexedSpace> {
  const { id } = await createSpace(server)
  const { read } = server.database
  const rows = read.selectFrom('content_indexes').select('number').where('space_id', '=', id)
  return { id, number: (await rows.executeTakeFirstOrThrow()).number }
}

const fill = (space: IndexedSpace, pages: readonly string[][]) =>
  server.database.write((db) =>
    replaceSearchPages(
      db,
      space,
      pages.map((_, at) => `p${at}`),
      pages.map((words, at): IndexedPage => ({ pageId: `p${at}`, words: [...new Set(words)], sections: '[]' })),
    ),
  )

const matches = (words: readonly string[], terms: readonly SearchTerm[]): boolean =>
  terms.every(({ word, prefix }) => words.some((each) => (prefix ? each.startsWith(word) : each === word)))

/** Few letters, so that words begin alike, and a letter of every length in UTF-8. */
const word = fc
  .array(fc.constantFrom('a', 'b', '9', 'ä', '文', '😀'), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(''))
const terms = fc.array(fc.record({ word, prefix: fc.boolean() }), { minLength: 1, maxLength: 2 })
const expressions = fc.record({ all: terms, except: fc.option(terms, { nil: undefined }) })
const pages = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { minLength: 4, maxLength: 4 })

const LEVELS = [0, 1, 2, 3]
const toWord = (level: number) => `${level}word`

describe('searching the full-text index', () => {
  test('finds the pages of the space that match, and counts them', async () => {
    const [one, other] = [await indexedSpace(), await indexedSpace()]
    await fc.assert(
      fc.asyncProperty(pages, pages, fc.array(expressions, { minLength: 5 }), async (ours, theirs, asked) => {
        await fill(one, ours)
        await fill(other, theirs)
        const { read } = server.database
        for (const { all, except } of asked) {
          const expression: SearchExpression = except ? { all, except } : { all }
          const isFound = (words: readonly string[]) => matches(words, all) && !(except && matches(words, except))
          const expected = ours.flatMap((words, at) => (isFound(words) ? [`p${at}`] : []))
          const found = await listMatches(read, expression, one.number, { limit: 10 })
          expect(found.map(({ page_id }) => page_id).sort()).toEqual(expected)
          expect(await countMatches(read, expression, one.number)).toBe(expected.length)
          const spaces = await listMatchingSpaces(read, expression, isAmong(read, [one.number, other.number]))
          expect(spaces.includes(one.number)).toBe(expected.length > 0)
          expect(spaces.includes(other.number)).toBe(theirs.some(isFound))
        }
      }),
      { numRuns: 20 },
    )
  })

  test('lists the best matches first, each once', async () => {
    const space = await indexedSpace()
    const { read } = server.database
    const levels = LEVELS.map((level, at): SearchExpression => {
      const all = (of: number) => [{ word: `${of}wo`, prefix: true }]
      return at === 0 ? { all: all(level) } : { all: all(level), except: all(at - 1) }
    })
    const best = fc.array(fc.option(fc.constantFrom(...LEVELS)), { minLength: 12, maxLength: 12 })
    const limits = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 3, maxLength: 3 })
    const left = fc.option(fc.subarray(Array.from({ length: 12 }, (_, at) => `p${at}`)), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(best, limits, left, async (best, limits, without) => {
        await fill(
          space,
          best.map((from) => ['page', ...LEVELS.filter((level) => from !== null && level >= from).map(toWord)]),
        )
        const expected = LEVELS.flatMap((level) =>
          best.flatMap((from, at) => (from === level && !without?.includes(`p${at}`) ? [`${level} p${at}`] : [])),
        )
        const total = without ? {} : { total: countMatches(read, { all: levels.at(-1)!.all }, space.number) }
        for (const limit of limits) {
          const filter = { limit, ...(without && { without }), ...total }
          const found = await listByLevel(read, levels, space.number, [0], filter)
          expect(found.map(({ level, page_id }) => `${level} ${page_id}`)).toEqual(expected.slice(0, limit))
          const last = found.at(-1)
          if (!last) continue
          const next = await listByLevel(read, levels, space.number, [last.level, last.id], filter)
          expect(next.map(({ level, page_id }) => `${level} ${page_id}`)).toEqual(expected.slice(limit, 2 * limit))
        }
      }),
      { numRuns: 30 },
    )
  })

  test.skipIf(databaseKind !== 'sqlite')(
    'asks SQLite for words, and for their beginning if there are many',
    async () => {
      const space = await indexedSpace()
      const many = Array.from({ length: 50 }, (_, at) => `zymurgy${at}`)
      await fill(space, [['zygote', 'zygotes', 'zygotic'], many])
      const asked = (word: string) => toMatch(server.database.read, { all: [{ word, prefix: true }] })
      expect(await asked('zygot')).toBe('("zygote" OR "zygotes" OR "zygotic")')
      expect(await asked('zymur')).toBe('"zymur" *')
      expect(await asked('zyx')).toBeUndefined()
      const found = (word: string) =>
        countMatches(server.database.read, { all: [{ word, prefix: true }] }, space.number)
      expect([await found('zygot'), await found('zymur'), await found('zyx')]).toEqual([1, 1, 0])
    },
  )
})
