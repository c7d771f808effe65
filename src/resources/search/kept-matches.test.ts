// What is kept of a search is what would be found now: after every write of words, by this node and another.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { countMatches } from '../../db/search.ts'
import { renewWordsState } from '../../db/words-state.ts'
import { continueIndexes, enqueueFindMissing, forgetIndexes } from '../../domain/indexes/index.ts'
import type { Change } from '../../engine/changes/change.ts'
import { newId } from '../../lib/ids.ts'
import { findIndexed } from './indexed-spaces.ts'
import { takeMatches } from './matches.ts'

const server = startedServer()

const WORDS = ['alpha', 'alphabet', 'beta', 'gamma']
const QUERIES = ['alpha', 'alph', 'be', 'alpha beta', 'page', 'nothing']
const FIRST = { limit: 10, after: undefined }

const textOf = (seed: number) => documentOf(WORDS.filter((_, at) => (seed >> at) % 2 === 1).join('\n\n'))

const insertion = (seed: number): Change => ({
  operation: 'insert_page',
  id: newId(),
  title: seed % 3 === 0 ? `Page ${WORDS[seed % 4]}` : 'Page',
  document: textOf(seed),
})

const indexOf = async (space: string) => (await findIndexed(server.database.read, { spaceId: space }))[0]!

const answer = async (space: string, query: string, isKept: boolean) => {
  const { number, words } = await indexOf(space)
  const { rows, count } = await takeMatches(server.database.read, isKept ? { number, words } : { number }, query, FIRST)
  return { count, ids: rows.map(({ page_id }) => page_id) }
}

/** What is seen while nothing is written: jobs of the server may write words at any moment. */
async function atOnce<T>(space: string, look: () => Promise<T>): Promise<T> {
  for (;;) {
    const { words } = await indexOf(space)
    const seen = await look()
    if ((await indexOf(space)).words === words) return seen
  }
}

const pagesOf = async (space: string): Promise<string[]> => {
  const { body } = await server.admin.http.get(`/v1/spaces/${space}/content/pages`)
  return body.pages.map(({ id }: { id: string }) => id)
}

async function filledSpace(pages: number): Promise<string> {
  const { id } = await createSpace(server)
  await edit(
    server,
    { space: id },
    Array.from({ length: pages }, (_, at) => insertion(at)),
  )
  return id
}

/** A row of the index goes, and nobody is told. */
const loseRow = (space: string) =>
  server.database.write((db) =>
    sql`delete from search_pages where id = (select min(id) from search_pages where space_id = ${space})`.execute(db),
  )

const steps = fc.array(fc.record({ act: fc.nat(7), seed: fc.nat(50) }), { minLength: 4, maxLength: 10 })

describe('what is kept of a search', () => {
  test('is what would be found now, whoever writes', async () => {
    const other = await server.node()
    const found = async (space: string, query: string) => {
      const { body } = await other.http.get(`/v1/spaces/${space}/search?query=${encodeURIComponent(query)}`)
      return { count: body.count, ids: body.items.map(({ id }: { id: string }) => id) }
    }
    const take = async (space: string, { act, seed }: { act: number; seed: number }) => {
      const pages = await pagesOf(space)
      const page = pages[seed % Math.max(pages.length, 1)]
      const send = (change: object) => other.http.post(`/v1/spaces/${space}/content`, { changes: [change] })
      if (act === 0) return edit(server, { space }, [insertion(seed)])
      if (act === 1) return send({ operation: 'insert_page', title: 'Page', document: { markdown: WORDS[seed % 4] } })
      if (act === 2 && page) return edit(server, { space }, [{ operation: 'delete_page', page }])
      if (act === 3 && page) return send({ operation: 'update_page', page, document: { markdown: WORDS[seed % 4] } })
      if (act === 4 && page)
        return edit(server, { space }, [{ operation: 'update_page', page, noIndex: seed % 2 === 0 }])
      if (act === 5)
        return server.database.write(async (db) => {
          await forgetIndexes(db, space)
          // The server finds it, and indexes it while the test goes on.
          if (seed % 2 === 0) await enqueueFindMissing(db)
        })
      return server.database.write((db) => continueIndexes(db, space))
    }
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const space = await filledSpace(24)
        for (const step of steps) {
          await take(space, step)
          for (const query of QUERIES) {
            const [expected, first, second, shown] = await atOnce(space, async () => [
              await answer(space, query, false),
              await answer(space, query, true),
              await answer(space, query, true),
              await found(space, query),
            ])
            expect([first, second]).toEqual([expected, expected])
            // Pages whose rows wait to be removed from the index are counted, and not shown.
            const isThere = new Set(await pagesOf(space))
            const ids = expected!.ids.filter((id) => isThere.has(id))
            expect(shown).toEqual({ count: expected!.count, ids })
          }
        }
      }),
      { numRuns: 5 },
    )
  }, 120_000)

  test('is right after searches that ran while words were written', async () => {
    const space = await filledSpace(3)
    for (let round = 0; round < 15; round++) {
      const search = async () => {
        for (const query of QUERIES) await answer(space, query, true)
      }
      const write = async () => {
        await edit(server, { space }, [insertion(round)])
        await server.database.write((db) => continueIndexes(db, space))
        await edit(server, { space }, [insertion(round + 1)])
      }
      await Promise.all([search(), write(), search(), search()])
      for (const query of QUERIES) {
        const look = async () => [await answer(space, query, true), await answer(space, query, false)]
        const [kept, expected] = await atOnce(space, look)
        expect(kept).toEqual(expected)
      }
    }
  }, 60_000)

  test('stays until the state of the words is another', async () => {
    const space = await filledSpace(5)
    const count = async () => (await answer(space, 'page', true)).count
    expect(await count()).toBe(5)
    await loseRow(space)
    expect(await count()).toBe(5)
    await server.database.write((db) => renewWordsState(db, { spaceId: space, state: newId() }))
    expect(await count()).toBe(4)
  })

  test('goes when a node of another version has indexed more', async () => {
    const space = await filledSpace(5)
    const count = async () => (await answer(space, 'page', true)).count
    const index = (doneUpTo: string | null) =>
      server.database.write((db) =>
        db.updateTable('content_indexes').set({ done_up_to: doneUpTo }).where('space_id', '=', space).execute(),
      )
    await index('page')
    expect(await count()).toBe(5)
    await loseRow(space)
    await index(null)
    expect(await count()).toBe(4)
  })

  test('is not kept for a state that has passed', async () => {
    const space = await filledSpace(3)
    const passed = await indexOf(space)
    for (const pages of [4, 5]) {
      await edit(server, { space }, [insertion(0)])
      const { rows, count } = await takeMatches(server.database.read, passed, 'page', FIRST)
      expect([rows.length, count]).toEqual([pages, pages])
    }
  })

  test('is never what a transaction sees that is rolled back', async () => {
    const space = await filledSpace(5)
    const { number, words } = await indexOf(space)
    const { word, prefix } = { word: '5alpha', prefix: false }
    const count = (db = server.database.read) => countMatches(db, { all: [{ word, prefix }] }, number, words)
    let seen: number | undefined
    const attempt = server.database.write(async (db) => {
      await db.deleteFrom('search_pages').where('space_id', '=', space).execute()
      seen = await count(db)
      throw new Error('Rolled back')
    })
    await expect(attempt).rejects.toThrow('Rolled back')
    expect(seen).toBe(0)
    expect(await count()).toBeGreaterThan(0)
  })

  test('is nothing of a space that is removed', async () => {
    const space = await filledSpace(5)
    const { number, words } = await indexOf(space)
    expect((await takeMatches(server.database.read, { number, words }, 'page', FIRST)).count).toBe(5)
    await server.database.write((db) => db.deleteFrom('spaces').where('id', '=', space).execute())
    expect(await findIndexed(server.database.read, { spaceId: space })).toEqual([])
    expect((await takeMatches(server.database.read, { number }, 'page', FIRST)).count).toBe(0)
  })
})
