// @only-sqlite @slow
// Content of unusual size: deep, wide, and one very long document. The cost of a read does not grow with it.

import { beforeAll, describe, expect, test } from 'vitest'
import { markdown, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import { loadObjects } from '../../db/objects.ts'
import { commit } from '../../domain/content-changes/branches.ts'
import { readPage } from '../../domain/revisions/pages.ts'
import { loadRevision, readContent } from '../../domain/revisions/revisions.ts'
import { applyChanges } from '../../engine/changes/apply-changes.ts'
import type { Change } from '../../engine/changes/change.ts'
import { encodeWith } from '../../engine/keys/keep-keys.ts'
import { run } from '../../engine/reading.ts'
import { MAX_CHARACTERS } from '../../engine/size.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { newId } from '../../lib/ids.ts'

const server = startedServer()

let space: Pages & { id: string }

beforeAll(async () => {
  space = await newSpace(server)
})

/** More than one request may contain. */
async function insertMany(changes: Change[]): Promise<void> {
  await server.database.write(async (db) => {
    const row = await db.selectFrom('spaces').selectAll().where('id', '=', space.id).executeTakeFirstOrThrow()
    const { root } = await loadRevision(db, row.revision_id)
    const applied = await readContent(
      db,
      applyChanges(root, changes, { now: new Date().toISOString(), encodeDocument: encodeWith(newId) }),
    )
    if (!applied.ok) throw new Error(applied.failure.reason)
    await commit(db, { space: row }, { ...applied, type: 'edits', createdBy: null })
  })
}

test('getPageByPath, listPages: pages are found 50 levels down', async () => {
  const chain = Array.from({ length: 50 }, (_, level) => ({
    operation: 'insert_page',
    title: `Level ${level}`,
    ref: `l${level}`,
    ...(level > 0 && { into: `l${level - 1}` }),
  }))
  const { body } = await space.write(...chain.reverse())
  const deepest = body.changes[0].page.id
  const { path } = (await space.get(`/page/${deepest}`)).body
  expect(path.split('/')).toHaveLength(50)
  expect((await space.get(`/path/${path}`)).body.id).toBe(deepest)
  expect((await space.get('/pages')).status).toBe(200)
})

describe('2,000 siblings', () => {
  const ids = Array.from({ length: 2000 }, () => newId())
  let parent: string

  beforeAll(async () => {
    parent = await space.insert('Wide')
    await insertMany(ids.map((id) => ({ operation: 'insert_page', id, title: 'Sibling', into: parent })))
  }, 180_000)

  test('getPageById, getPageByPath, updateSpaceContent: are read and changed one by one', async () => {
    expect((await space.get(`/page/${ids[1999]}`)).body.path).toBe('wide/sibling-1999')
    expect((await space.get('/path/wide/sibling-1000')).body.id).toBe(ids[1000])
    await space.write({ operation: 'update_page', page: ids[1999]!, at: 0, ...markdown('First now.') })
    const { pages } = (await space.get(`/page/${parent}`)).body
    expect([pages.length, pages[0].id]).toEqual([2000, ids[1999]])
  })

  test('getPageById: reads a handful of objects', async () => {
    const { root } = await loadRevision(server.database.read, await space.revision())
    let loaded = 0
    const tree = openTree(root)
    await run(readPage(tree, findPage(tree, ids[500]!)), (hashes) => {
      loaded += hashes.length
      return loadObjects(server.database.read, hashes)
    })
    expect(loaded).toBeLessThan(25)
  })
})

test('updateSpaceContent, getPageById: a document about as large as one may be', async () => {
  const text = `${`${'Some words that fill a paragraph of this very long page. '.repeat(9).trim()}\n\n`.repeat(3_700)}The end.`
  expect(text.length).toBeGreaterThan(0.9 * MAX_CHARACTERS)
  const page = await space.insert('Long', markdown(text))
  expect((await space.text(page)).length).toBe(text.length + 1)
  const { status } = await space.write({
    operation: 'update_page',
    page,
    ...markdown(text.replace('The end.', 'End.')),
  })
  expect(status).toBe(200)
  expect((await space.markdown(page)).endsWith('End.\n')).toBe(true)
}, 120_000)
