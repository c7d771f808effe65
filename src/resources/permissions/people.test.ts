import { expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

test('listPeopleInSpace: finds those with access to the space by name, for everyone with access, and nobody else', async () => {
  const { body: space } = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, { title: 'Closed' })
  await server.admin.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: null })
  const [guest, reviewer, outsider] = [await server.join(null), await server.join('read'), await server.join('edit')]
  const grant = (id: string, role: string) =>
    server.admin.http.post(`/v1/spaces/${space.id}/permissions`, { users: [id], role })
  await grant(guest.id, 'comment')
  await grant(reviewer.id, 'review')
  const find = async (query = '') =>
    (await guest.http.get(`/v1/spaces/${space.id}/people?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(new Set(await find())).toEqual(new Set([server.admin.id, guest.id, reviewer.id]))
  expect(await find(`search=${encodeURIComponent(reviewer.email.slice(0, 12).toUpperCase())}`)).toEqual([reviewer.id])
  expect(new Set(await find('canReview=true'))).toEqual(new Set([server.admin.id, reviewer.id]))
  expect((await outsider.http.get(`/v1/spaces/${space.id}/people`)).status).toBe(404)
})
