import { expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

test('getServer, listServerUsers, listServerOrganizations: for server admins; for others they are not there', async () => {
  const { admin } = await server.found()
  for (const path of ['/v1/server', '/v1/server/users', '/v1/server/organizations'])
    expect(await statusOf(admin.http.get(path)), path).toBe(404)
  const { body } = await server.admin.http.get('/v1/server')
  expect(body).toMatchObject({ url: server.url, settings: { mail: false }, counts: { organizations: 2 } })
  const { items } = (await server.admin.http.get('/v1/server/organizations')).body
  expect(items).toHaveLength(body.counts.organizations)
  expect(items[1]).toMatchObject({ members: 1, admins: [{ id: admin.id }] })
  const found = await server.admin.http.get(`/v1/server/users?search=${encodeURIComponent(admin.email)}`)
  expect(found.body.items).toMatchObject([{ id: admin.id, serverAdmin: false, organizations: 1 }])
})

test('updateServerUser: server admins make others admins, and one always remains', async () => {
  const person = await server.join('read')
  const set = (id: string, serverAdmin: boolean, http = server.admin.http) =>
    http.patch(`/v1/server/users/${id}`, { serverAdmin })
  expect((await set(server.admin.id, false)).status).toBe(409)
  expect((await set(person.id, true)).body).toMatchObject({ serverAdmin: true })
  expect(await statusOf(person.http.get('/v1/server'))).toBe(200)
  expect((await set(server.admin.id, false, person.http)).status).toBe(200)
  expect(await statusOf(server.admin.http.get('/v1/server'))).toBe(404)
  expect((await set(person.id, false, person.http)).status).toBe(409)
  expect((await set(server.admin.id, true, person.http)).status).toBe(200)
})
