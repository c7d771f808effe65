// @only-sqlite
// A list of comments is presented once for as long as nothing is written.
import { expect, test } from 'vitest'
import { createSpace, enter } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

test('listCommentsInSpace: shows every change at once, to each caller their own permissions, in each format', async () => {
  const { id } = await createSpace(server)
  const comments = `/v1/spaces/${id}/comments`
  const list = async ({ http }: Person = server.admin, query = '') => (await http.get(comments + query)).body
  const { body: posted } = await server.admin.http.post(comments, { body: { markdown: 'One' } })
  const reader = await enter(server, server, 'read')
  const first = await list()
  expect(await list()).toEqual(first)
  expect(first.items[0].permissions.delete).toBe(true)
  expect((await list(reader)).items[0].permissions.delete).toBe(false)
  expect((await list(server.admin, '?format=markdown')).items[0].body).toMatchObject({ markdown: 'One' })
  expect(await list()).toEqual(first)
  await server.admin.http.put(`${comments}/${posted.id}`, { body: { markdown: 'Two' } })
  expect((await list(server.admin, '?format=markdown')).items[0].body).toMatchObject({ markdown: 'Two' })
  await server.admin.http.post(comments, { body: { markdown: 'Three' } })
  expect((await list()).items).toHaveLength(2)
  await server.admin.http.delete(`${comments}/${posted.id}`)
  expect((await list()).items).toHaveLength(1)
})
