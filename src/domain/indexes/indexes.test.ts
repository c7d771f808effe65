// Incremental updates give the same indexes as a rebuild, and a rebuild works in batches.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { databaseKind } from '../../../test/support/database.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { DERIVED_TABLES } from '../../db/derived.ts'
import { countMatches } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import type { Change } from '../../engine/changes/change.ts'
import { newId } from '../../lib/ids.ts'
import { continueIndexes, rebuildIndexes } from './indexes.ts'
import { enqueueFindMissing, enqueueMissingAmong } from './missing.ts'

const server = startedServer()

const WORDS = ['alpha', 'beta', 'gamma', '文書', 'Größe']
const IDS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5']
const FILES = ['f0', 'f1']

/** Text with a heading, words and links, derived from a seed. */
const textOf = (seed: number) => {
  const pick = (from: readonly string[], at: number) => from[(seed + at) % from.length]!
  return [
    `# ${pick(WORDS, 1)}`,
    `${pick(WORDS, 0)} and ${pick(WORDS, 3)}, see [this](https://example.com/${seed % 3}).`,
    `![](${'https://example.com/image.png'})`,
  ].join('\n\n')
}

const withLinks = (seed: number) => {
  const document = documentOf(textOf(seed))
  const link = (ref: object) => ({
    object: 'block' as const,
    type: 'content-ref',
    isVoid: true,
    data: { ref } as Record<string, unknown>,
  })
  const page = IDS[seed % IDS.length]!
  const anchor = WORDS[seed % WORDS.length]!
  const refs = [
    { kind: 'page', page },
    { kind: 'anchor', page, anchor },
    { kind: 'anchor', anchor },
    { kind: 'file', file: FILES[seed % 2] },
    { kind: 'reusable-content', reusableContent: 'r0' },
  ]
  return { ...document, nodes: [...document.nodes, ...refs.slice(0, seed % 6).map(link)] }
}

interface State {
  pages: string[]
  files: string[]
  contents: string[]
}

type Step = { act: number; one: number; other: number }

/** A change that is possible in this state, and the resulting state. */
function changeOf({ act, one, other }: Step, state: State): Change | undefined {
  const id = IDS[one % IDS.length]!
  const exists = state.pages.includes(id)
  const file = { id: FILES[one % 2]!, name: 'a.png', contentType: 'image/png', size: 1 }
  if (act === 0 && !exists)
    return { operation: 'insert_page', id, title: WORDS[other % 5]!, document: withLinks(other) }
  if (act === 1 && exists) return { operation: 'update_page', page: id, document: withLinks(other) }
  if (act === 2 && exists)
    return { operation: 'update_page', page: id, title: `${WORDS[other % 5]} two`, noIndex: other % 2 === 0 }
  if (act === 3 && exists) return { operation: 'update_page', page: id, into: null, at: other % 3 }
  if (act === 4 && exists) return { operation: 'delete_page', page: id }
  if (act === 5 && !state.files.includes(file.id)) return { operation: 'insert_files', files: [file] }
  if (act === 6 && state.files.includes(file.id)) return { operation: 'delete_files', files: [file.id] }
  if (act === 7 && state.contents.length === 0)
    return { operation: 'insert_reusable_content', id: 'r0', title: 'R', document: withLinks(other) }
  if (act === 8 && state.contents.length > 0)
    return { operation: 'update_reusable_content', reusableContent: 'r0', document: withLinks(other) }
  if (act === 9 && state.contents.length > 0) return { operation: 'delete_reusable_content', reusableContent: 'r0' }
  return undefined
}

function follow(state: State, change: Change): void {
  if (change.operation === 'insert_page') state.pages.push(change.id)
  if (change.operation === 'delete_page') state.pages = state.pages.filter((id) => id !== change.page)
  if (change.operation === 'insert_files') state.files.push(change.files[0]!.id)
  if (change.operation === 'delete_files') state.files = state.files.filter((id) => !change.files.includes(id))
  if (change.operation === 'insert_reusable_content') state.contents = ['r0']
  if (change.operation === 'delete_reusable_content') state.contents = []
}

/** Everything in the indexes of a space, sorted. */
async function contentsOf(space: string) {
  const { read } = server.database
  const links = await read.selectFrom('links').selectAll().where('space_id', '=', space).execute()
  const targets = await read.selectFrom('link_targets').selectAll().where('space_id', '=', space).execute()
  const pages = await read.selectFrom('search_pages').select(['page_id']).where('space_id', '=', space).execute()
  const { number } = await stateOf(space)
  const counts: Record<string, number> = {}
  for (const level of '01234')
    for (const word of ['alpha', 'beta', 'gamma', '文書', 'grosse', 'and', 'two', 'example'])
      counts[level + word] = await countMatches(read, { all: [{ word: level + word, prefix: false }] }, number)
  return { links: sorted(links), targets: sorted(targets), pages: sorted(pages), counts }
}

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

const stateOf = (space: string) =>
  server.database.read.selectFrom('content_indexes').selectAll().where('space_id', '=', space).executeTakeFirstOrThrow()

const rebuild = (space: string) => server.database.write((db) => rebuildIndexes(db, space))

describe('the indexes of a space', () => {
  test('keep a page in its place when it is edited', async () => {
    const space = (await createSpace(server)).id
    const idsOf = () =>
      server.database.read
        .selectFrom('search_pages')
        .select(['id', 'page_id'])
        .where('space_id', '=', space)
        .orderBy('page_id')
        .execute()
    const pages = IDS.slice(0, 3)
    await edit(
      server,
      { space },
      pages.map((id) => ({ operation: 'insert_page', id, title: 'Old', document: withLinks(1) })),
    )
    const before = await idsOf()
    expect(before).toHaveLength(3)
    await edit(server, { space }, [
      { operation: 'update_page', page: pages[2]!, document: withLinks(2) },
      { operation: 'update_page', page: pages[0]!, document: withLinks(3) },
      { operation: 'insert_page', id: IDS[3]!, title: 'New', document: withLinks(4) },
    ])
    expect((await idsOf()).filter(({ page_id }) => page_id !== IDS[3])).toEqual(before)
  })

  test.runIf(databaseKind === 'sqlite')('are written again where half of a part is outdated', async () => {
    const { rows } = await sql<{ v: number }>`select v from search_words_config where k = 'deletemerge'`.execute(
      server.database.read,
    )
    expect(rows).toEqual([{ v: 50 }])
  })

  test('equal a rebuild after any edits', async () => {
    const steps = fc.array(fc.record({ act: fc.nat(9), one: fc.nat(11), other: fc.nat(29) }), {
      minLength: 1,
      maxLength: 25,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const space = (await createSpace(server)).id
        const state: State = { pages: [], files: [], contents: [] }
        for (const step of steps) {
          const change = changeOf(step, state)
          if (!change) continue
          await edit(server, { space }, [change])
          follow(state, change)
        }
        const kept = await contentsOf(space)
        await rebuild(space)
        expect(await contentsOf(space)).toEqual(kept)
      }),
      { numRuns: 15 },
    )
  }, 120_000)

  const manyPages = (count: number): Change[] =>
    Array.from({ length: count }, () => ({
      operation: 'insert_page' as const,
      id: newId(),
      title: 'Many',
      document: documentOf('# Part\n\nalpha [x](https://example.com)'),
    }))

  const continueOnce = (space: string) => server.database.write((db) => continueIndexes(db, space))

  const forget = (db: Db, space: string) =>
    Promise.all(DERIVED_TABLES.map((table) => db.deleteFrom(table).where('space_id', '=', space).execute()))

  const found = async (space: string, word: string) =>
    (await server.admin.http.get(`/v1/spaces/${space}/search?query=${word}&limit=0`)).body.count

  test('are built in batches while the space is edited', async () => {
    const space = (await createSpace(server)).id
    for (let round = 0; round < 6; round++) await edit(server, { space }, manyPages(50))
    await server.database.write((db) => forget(db, space))
    expect(await continueOnce(space)).toBe(false)
    expect(await found(space, 'alpha')).toBe(20)
    const { pages } = (await server.admin.http.get(`/v1/spaces/${space}/content/pages`)).body
    const change = (at: number) =>
      ({ operation: 'update_page', page: pages[at].id, document: documentOf('omega') }) as const
    const removal = { operation: 'delete_page', page: pages[298].id } as const
    await edit(server, { space }, [change(0), change(299), removal, ...manyPages(1)])
    expect(await found(space, 'omega')).toBe(1)
    while (!(await continueOnce(space)));
    expect([await found(space, 'omega'), await found(space, 'alpha')]).toEqual([2, 298])
    const kept = await contentsOf(space)
    await rebuild(space)
    expect(await contentsOf(space)).toEqual(kept)
  }, 180_000)

  test('duplicateSpace: a large copy is indexed in the background', async () => {
    const space = (await createSpace(server)).id
    await edit(server, { space }, manyPages(50))
    const { body: copy } = await server.admin.http.post(`/v1/spaces/${space}/duplicate`)
    expect(await found(copy.id, 'alpha')).toBeGreaterThanOrEqual(20)
    await expect.poll(() => found(copy.id, 'alpha'), { timeout: 10_000 }).toBe(50)
  }, 30_000)

  test('are built in the background after a change of very many pages', async () => {
    const space = (await createSpace(server)).id
    await edit(server, { space }, manyPages(2))
    await edit(server, { space }, [{ operation: 'insert_page', id: 'zz', title: 'Last' }, ...manyPages(1001)])
    await expect.poll(() => found(space, 'alpha'), { timeout: 50_000 }).toBe(1003)
    await expect.poll(async () => (await stateOf(space)).done_up_to, { timeout: 10_000 }).toBe(null)
    const kept = await contentsOf(space)
    await rebuild(space)
    expect(await contentsOf(space)).toEqual(kept)
  }, 120_000)

  test('are queued where missing, as after a restore', async () => {
    const space = (await createSpace(server)).id
    await edit(server, { space }, manyPages(2))
    const kept = await contentsOf(space)
    await server.database.write(async (db) => {
      await forget(db, space)
      await enqueueFindMissing(db)
    })
    await expect.poll(() => found(space, 'alpha'), { timeout: 10_000 }).toBe(2)
    expect(await contentsOf(space)).toEqual(kept)
  })

  test('keep spaces in the order of their age, whatever the order of rebuilding', async () => {
    const spaces = [(await createSpace(server)).id, (await createSpace(server)).id, (await createSpace(server)).id]
    await server.database.write(async (db) => {
      for (const space of spaces) await forget(db, space)
      await enqueueMissingAmong(db, [...spaces].reverse())
    })
    for (const space of [...spaces].reverse()) await rebuild(space)
    const numbers = await Promise.all(spaces.map(async (space) => (await stateOf(space)).number))
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  })

  test('are removed with the space', async () => {
    const space = (await createSpace(server)).id
    await edit(server, { space }, manyPages(3))
    const { number } = await stateOf(space)
    await server.database.write((db) => db.deleteFrom('spaces').where('id', '=', space).execute())
    expect(await countMatches(server.database.read, { all: [{ word: '4alpha', prefix: false }] }, number)).toBe(0)
    expect(await server.database.read.selectFrom('links').selectAll().where('space_id', '=', space).execute()).toEqual(
      [],
    )
  })
})
