// Words wait for the full-text index of SQLite, and no search misses them.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpace } from '../../test/support/content.ts'
import { databaseKind } from '../../test/support/database.ts'
import { startedServer } from '../../test/support/server.ts'
import { type Database, openDatabase } from './database.ts'
import { countMatches, isAmong, listMatches, listMatchingSpaces } from './search.ts'
import { type IndexedSpace, replaceSearchPages } from './search-index.ts'
import type { Db } from './tables.ts'
import { indexThrough } from './waiting-words.ts'

const server = startedServer()

interface SearchedSpace extends IndexedSpace {
  /** The state of its words. */
  state: string
}

async function newSpace(): Promise<SearchedSpace> {
  const { id } = await createSpace(server)
  const { number, words_state } = await server.database.read
    .selectFrom('content_indexes')
    .selectAll()
    .where('space_id', '=', id)
    .executeTakeFirstOrThrow()
  const { revision_id } = await server.database.read
    .selectFrom('spaces')
    .select('revision_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, number, state: `${revision_id} ${words_state}` }
}

const put = (space: IndexedSpace, pageId: string, words: readonly string[]) => (db: Db) =>
  replaceSearchPages(db, space, [pageId], [{ pageId, words, sections: '[]' }])

const remove = (space: IndexedSpace, pageId: string) => (db: Db) => replaceSearchPages(db, space, [pageId], [])

const asking = (word: string) => ({ all: [{ word, prefix: false }] })

const find = async (db: Db, { number }: IndexedSpace, word: string): Promise<string[]> => {
  const found = await listMatches(db, asking(word), number, { limit: 1000 })
  expect(await countMatches(db, asking(word), number)).toBe(found.length)
  return found.map(({ page_id }) => page_id).sort()
}

describe.runIf(databaseKind === 'sqlite')('words that wait', () => {
  let other: Database

  const countWaiting = async (): Promise<number> =>
    (await sql<{ count: number }>`select count(*) as count from waiting_words`.execute(server.database.read)).rows[0]!
      .count

  beforeAll(async () => {
    const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
      server.database.read,
    )
    other = await openDatabase({ url: rows[0]!.file, freezeRows: true })
  })
  afterAll(() => other.close())

  const WORDS = ['5alpha', '5beta', '5gamma']
  const steps = fc.array(
    fc.record({
      act: fc.constantFrom('put', 'put', 'remove', 'search', 'search within'),
      page: fc.nat(5).map((page) => `p${page}`),
      words: fc.subarray(WORDS, { minLength: 1 }),
      elsewhere: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )

  test('are found, whoever wrote them and whoever searches', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const space = await newSpace()
        const pages = new Map<string, readonly string[]>()
        const expected = (word: string) =>
          [...pages].flatMap(([page, words]) => (words.includes(word) ? [page] : [])).sort()
        for (const { act, page, words, elsewhere } of steps) {
          const database = elsewhere ? other : server.database
          const look = async (db: Db) => {
            for (const word of WORDS) expect(await find(db, space, word)).toEqual(expected(word))
          }
          if (act === 'search') await look(database.read)
          else if (act === 'search within') await database.write(look)
          else {
            await database.write(act === 'put' ? put(space, page, words) : remove(space, page))
            if (act === 'put') pages.set(page, words)
            else pages.delete(page)
          }
        }
        for (const word of WORDS) expect(await find(server.database.read, space, word)).toEqual(expected(word))
      }),
      { numRuns: 30 },
    )
  })

  test('are indexed together, at the latest when there are many pages or long texts', async () => {
    const space = await newSpace()
    const { read, write } = server.database
    await write(put(space, 'p0', ['5alpha']))
    await find(read, space, 'nothing')
    expect(await countWaiting()).toBe(0)
    for (let page = 0; page < 39; page++) await write(put(space, `p${page}`, ['5alpha', `5n${page}`]))
    expect(await countWaiting()).toBe(39)
    await write(put(space, 'p39', ['5alpha']))
    expect(await countWaiting()).toBe(0)
    await write(put(space, 'p40', ['5alpha']))
    expect(await countWaiting()).toBe(1)
    await write(
      put(
        space,
        'long',
        Array.from({ length: 10_000 }, (_, at) => `5word${at}`),
      ),
    )
    expect(await countWaiting()).toBe(0)
    expect(await find(read, space, '5alpha')).toHaveLength(41)
    expect(await find(read, space, '5word9999')).toEqual(['long'])
  })

  test('go on waiting while only other spaces are searched', async () => {
    const [space, other] = [await newSpace(), await newSpace()]
    const { read, write } = server.database
    await write(put(space, 'one', ['5alpha']))
    await find(read, space, '5alpha')
    await write(put(other, 'one', ['5alpha']))
    expect(await find(read, space, '5alpha')).toEqual(['one'])
    expect(await countWaiting()).toBe(1)
    expect(
      (await listMatchingSpaces(read, asking('5alpha'), isAmong(read, [space.number, other.number]))).sort(),
    ).toEqual([space.number, other.number].sort())
    expect(await countWaiting()).toBe(0)
  })

  test('go with their pages, and with their space', async () => {
    const space = await newSpace()
    const { read, write } = server.database
    await find(read, space, 'nothing')
    await write(put(space, 'one', ['5alpha']))
    await write(remove(space, 'one'))
    expect(await countWaiting()).toBe(0)
    await write(put(space, 'one', ['5alpha']))
    await write((db) => db.deleteFrom('spaces').where('id', '=', space.id).execute())
    expect(await countWaiting()).toBe(0)
  })

  test('are missed only while nothing can be written, and nothing is kept of such a search', async () => {
    const space = await newSpace()
    const { read, write } = server.database
    const count = () => countMatches(read, asking('5alpha'), space.number, space.state)
    await write(put(space, 'one', ['5alpha']))
    expect(await count()).toBe(1)
    indexThrough(read, async () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    })
    await write(put(space, 'two', ['5beta']))
    expect(await count()).toBe(1)
    expect(await find(read, space, '5beta')).toEqual([])
    const beta = () => countMatches(read, asking('5beta'), space.number, space.state)
    expect(await beta()).toBe(0)
    indexThrough(read, write)
    expect(await beta()).toBe(1)
    indexThrough(read, async () => {
      throw new Error('a bug')
    })
    await write(put(space, 'three', ['5beta']))
    await expect(find(read, space, '5beta')).rejects.toThrow('a bug')
    indexThrough(read, write)
    expect(await find(read, space, '5beta')).toEqual(['three', 'two'])
  })
})
