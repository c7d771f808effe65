import { expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { edit, editTree, pages } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { PAUSE } from '../../engine/reading.ts'
import { recordKey } from '../../engine/tree/keys.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { findContentState, loadRevision, openView, readContent } from './index.ts'
import { readPage } from './pages.ts'

const server = startedServer()

const stateAt = (space: string, revision_id: string) =>
  findContentState(server.database.read, { id: space, revision_id })

/** What reading a page looks up. */
async function askedFor(revision: string, id: string): Promise<Set<string>> {
  const asked = new Set<string>()
  const { read } = server.database
  const view = await openView(read, 'everything', await loadRevision(read, revision), asked)
  await readContent(
    read,
    readPage(view.tree, (tree) => findPage(tree, id)),
  )
  return asked
}

test('what was read of a page stays right until that page, one above it or one below it changes', async () => {
  const { id: space } = await createSpace(server)
  const first = await edit(server, { space }, [
    { operation: 'insert_page', id: 'top', title: 'Top' },
    { operation: 'insert_page', id: 'mid', title: 'Mid', into: 'top' },
    { operation: 'insert_page', id: 'low', title: 'Low', into: 'mid' },
    { operation: 'insert_page', id: 'side', title: 'Side', into: 'top' },
  ])
  const asked = await askedFor(first, 'mid')
  let state = await stateAt(space, first)
  const isKeptAfter = async (page: string, into?: string | null) => {
    const since = state.count
    const title = `${page} ${since}`
    const moved = into === undefined ? {} : { into }
    const revision = await edit(server, { space }, [{ operation: 'update_page', page, title, ...moved }])
    state = await stateAt(space, revision)
    return state.hasKept(asked, since)
  }
  expect(await isKeptAfter('side')).toBe(true)
  expect(await isKeptAfter('mid')).toBe(false)
  expect(await isKeptAfter('top')).toBe(false)
  expect(await isKeptAfter('low')).toBe(false)
  expect(await isKeptAfter('side', null)).toBe(true)
  expect(await isKeptAfter('side', 'mid')).toBe(false)
  expect(state.hasKept(asked, state.count)).toBe(true)
})

test('whoever still reads an older revision is told that newer replies are not of it', async () => {
  const { id: space } = await createSpace(server)
  const old = await edit(server, { space }, pages('one', 'two'))
  const before = await stateAt(space, old)
  const after = await stateAt(space, await edit(server, { space }, pages('three')))
  expect(after.name).toBe(before.name)
  expect(before.hasKept([], after.count)).toBe(false)
  const again = await stateAt(space, old)
  expect(again.root).toBe(before.root)
  expect(again.hasKept(['page/'], after.count)).toBe(false)
})

test('requests that come at once follow together', async () => {
  const { id: space } = await createSpace(server)
  const revision = await edit(server, { space }, pages('one'))
  const found = await Promise.all([1, 2, 3].map(() => stateAt(space, revision)))
  expect(new Set(found).size).toBe(1)
})

test('after a large change a space is followed anew', async () => {
  const { id: space } = await createSpace(server)
  const before = await stateAt(space, await edit(server, { space }, pages('one')))
  const revision = await editTree(server, { space }, function* (tree) {
    for (let at = 0; at < 12_000; at++) tree.edits.set(recordKey('variable', `v${at}`), at)
    yield PAUSE
  })
  expect((await stateAt(space, revision)).name).not.toBe(before.name)
})
