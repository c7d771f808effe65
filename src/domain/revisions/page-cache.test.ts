import { expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Change } from '../../engine/changes/change.ts'
import { findPageNode, findPageNodeByPath, loadRevision, openView } from './index.ts'

const server = startedServer()

const page = (id: string, into?: string): Change => ({
  operation: 'insert_page',
  id,
  title: id,
  ...(into !== undefined && { into }),
})

const viewOf = async (revision: string) =>
  openView(server.database.read, 'everything', await loadRevision(server.database.read, revision))

test('a page of a view is read once, by id and by path', async () => {
  const { id: space } = await createSpace(server)
  const db = server.database.read
  const before = await viewOf(await edit(server, { space }, [page('a'), page('b')]))
  const found = await findPageNode(db, before, 'a')
  expect(found).toMatchObject({ path: 'a' })
  expect(await findPageNode(db, before, 'a')).toBe(found)
  const byPath = await findPageNodeByPath(db, before, 'a')
  expect(await findPageNodeByPath(db, before, 'a')).toBe(byPath)
  expect(byPath).toEqual(found)
  expect(await findPageNode(db, before, 'missing')).toBeUndefined()
})

test('an edit shows in the views of later revisions only', async () => {
  const { id: space } = await createSpace(server)
  const db = server.database.read
  const before = await viewOf(await edit(server, { space }, [page('c')]))
  await findPageNode(db, before, 'c')
  const after = await viewOf(await edit(server, { space }, [{ operation: 'update_page', page: 'c', title: 'New' }]))
  expect((await findPageNode(db, after, 'c'))?.page.title).toBe('New')
  expect((await findPageNode(db, before, 'c'))?.page.title).toBe('c')
})

test('a page with many pages below it is not kept', async () => {
  const { id: space } = await createSpace(server)
  const below = Array.from({ length: 11 }, (_, at) => page(`e${at}`, 'd'))
  const view = await viewOf(await edit(server, { space }, [page('d'), ...below]))
  const [first, second] = [
    await findPageNode(server.database.read, view, 'd'),
    await findPageNode(server.database.read, view, 'd'),
  ]
  expect(first).not.toBe(second)
  expect(first).toEqual(second)
})
