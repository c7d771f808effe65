import { describe, expect, test } from 'vitest'
import { markdown, newSpace } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import { DAY, fromNow } from '../../lib/time.ts'

const server = startedServer()

async function scene() {
  const space = await newSpace(server)
  const bin = `/v1/spaces/${space.id}/bin`
  const list = async () => (await server.admin.http.get(bin)).body.items
  const remove = (page: string) => space.write({ operation: 'delete_page', page })
  const restore = (page: string) => server.admin.http.post(`${bin}/${page}/restore`)
  return { space, bin, list, remove, restore }
}

describe('the bin of a space', () => {
  test('listDeletedPages, restoreDeletedPage: pages come back with their ids, content and children', async () => {
    const { space, list, remove, restore } = await scene()
    const parent = await space.insert('Parent', { emoji: '1f600', ...markdown('Of the parent.') })
    const child = await space.insert('Child', { into: parent, ...markdown('Of the child.') })
    const below = await space.insert('Below', { into: child })
    const before = await space.revision()
    await remove(parent)
    expect(await list()).toEqual([
      {
        object: 'deleted-page',
        id: parent,
        title: 'Parent',
        type: 'document',
        emoji: '1f600',
        pages: 3,
        revision: before,
        deletedBy: expect.objectContaining({ id: server.admin.id }),
        deletedAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    const { status, body } = await restore(parent)
    expect([status, body]).toEqual([200, { revision: await space.revision(), pages: [parent, child, below] }])
    expect(await space.text(child)).toBe('Of the child.\n')
    expect((await space.get(`/page/${below}`)).body.path).toBe('parent/child/below')
    expect(await list()).toEqual([])
    expect((await restore(parent)).status).toBe(404)
  })

  test('restoreDeletedPage: at the top level if the parent is gone, each on its own if deleted so', async () => {
    const { space, list, remove, restore } = await scene()
    const parent = await space.insert('Parent')
    const child = await space.insert('Child', { into: parent })
    await remove(child)
    await remove(parent)
    expect((await list()).map(({ id, pages }: { id: string; pages: number }) => [id, pages])).toEqual([
      [parent, 1],
      [child, 1],
    ])
    expect((await restore(child)).body.pages).toEqual([child])
    expect((await space.get(`/page/${child}`)).body.path).toBe('child')
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([parent])
  })

  test('restoreDeletedPage: between the pages it was between', async () => {
    const { space, remove, restore } = await scene()
    const ids: string[] = []
    for (const title of ['First', 'Second', 'Third']) ids.push(await space.insert(title))
    await remove(ids[1]!)
    await restore(ids[1]!)
    const { pages } = (await space.get('/pages')).body
    expect(pages.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  test('listDeletedPages: pages that come back by other ways are not in it; merged deletions are', async () => {
    const { space, list, remove } = await scene()
    const [one, two] = [await space.insert('One'), await space.insert('Two')]
    const before = await space.revision()
    await remove(one)
    await space.write({ operation: 'revert_page', page: one, revision: before })
    expect(await list()).toEqual([])
    await remove(one)
    await server.admin.http.post(`/v1/spaces/${space.id}/revisions/${before}/rollback`)
    expect(await list()).toEqual([])
    const { body: draft } = await server.admin.http.put(`/v1/spaces/${space.id}/own-draft`)
    const path = `/v1/spaces/${space.id}/change-requests/${draft.id}`
    await server.admin.http.post(`${path}/content`, { changes: [{ operation: 'delete_page', page: two }] })
    expect(await list()).toEqual([])
    await server.admin.http.post(`${path}/merge`)
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([two])
  })

  test('purgeDeletedPage: removes it for good; after 30 days it is gone by itself', async () => {
    const { space, bin, list, remove, restore } = await scene()
    const [one, two] = [await space.insert('One'), await space.insert('Two')]
    await remove(one)
    await remove(two)
    expect((await server.admin.http.delete(`${bin}/${one}`)).status).toBe(204)
    expect((await server.admin.http.delete(`${bin}/${one}`)).status).toBe(404)
    await server.database.write((db) =>
      db
        .updateTable('deleted_pages')
        .set({ deleted_at: fromNow(-30 * DAY) })
        .where('page_id', '=', two)
        .execute(),
    )
    expect(await list()).toEqual([])
    expect((await restore(two)).status).toBe(404)
  })
})
