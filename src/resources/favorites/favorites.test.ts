import { expect, test } from 'vitest'
import { newSpace } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
const ALL = '/v1/user/favorites'

test('addFavoriteSpace, addFavoritePage, addFavoriteSite, listFavorites, removeFavoriteSpace, removeFavoritePage, removeFavoriteSite: each once, as long as it can be seen', async () => {
  const space = await newSpace(server)
  await server.admin.http.patch(`/v1/spaces/${space.id}`, { title: 'Handbook' })
  const page = await space.insert('Start', { emoji: '1f600' })
  const { body: site } = await server.admin.http.post(`/v1/orgs/${server.organization}/sites`, { title: 'Docs' })
  const { http } = await server.join('read')
  const paths = [
    `${ALL}/spaces/${space.id}`,
    `${ALL}/spaces/${space.id}/pages/${page}`,
    `${ALL}/orgs/${server.organization}/sites/${site.id}`,
  ]
  for (const path of [...paths, ...paths]) expect((await http.put(path)).status).toBe(204)
  const list = async () => (await http.get(ALL)).body
  const common = { object: 'favorite', organization: server.organization, createdAt: expect.any(String) }
  expect(await list()).toEqual({
    count: 3,
    items: [
      { ...common, kind: 'space', title: 'Handbook', space: space.id, urls: expect.anything() },
      { ...common, kind: 'page', title: 'Start', emoji: '1f600', space: space.id, page, urls: expect.anything() },
      { ...common, kind: 'site', title: 'Docs', site: site.id, urls: expect.anything() },
    ],
  })
  expect((await server.admin.http.get(ALL)).body.count).toBe(0)
  expect((await http.put(`${ALL}/spaces/${space.id}/pages/nothing`)).status).toBe(404)
  const kinds = async () => (await list()).items.map(({ kind }: { kind: string }) => kind)
  await space.write({ operation: 'delete_page', page })
  expect(await kinds()).toEqual(['space', 'site'])
  await server.admin.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: null })
  expect(await kinds()).toEqual(['site'])
  await server.admin.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'read' })
  for (const path of paths) expect((await http.delete(path)).status).toBe(204)
  const again = await Promise.all(paths.map(async (path) => (await http.delete(path)).status))
  expect(again).toEqual([204, 404, 204])
  expect(await list()).toEqual({ count: 0, items: [] })
})
