// @only-sqlite
// A space is presented as it is now, to each caller.
import { expect, test } from 'vitest'
import { createSpace, enter } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

const read = async (space: string, { http }: Person = server.admin) => (await http.get(`/v1/spaces/${space}`)).body

test('getSpaceById: shows every change of the space at once, and to each caller their own permissions', async () => {
  const { id } = await createSpace(server)
  const reader = await enter(server, server, 'read')
  expect((await read(id)).permissions.admin).toBe(true)
  expect((await read(id, reader)).permissions.admin).toBe(false)
  await server.admin.http.patch(`/v1/spaces/${id}`, { title: 'Renamed' })
  expect([(await read(id)).title, (await read(id, reader)).title]).toEqual(['Renamed', 'Renamed'])
  await server.admin.http.post(`/v1/spaces/${id}/comments`, { body: { markdown: 'One' } })
  expect((await read(id)).comments).toBe(1)
})
