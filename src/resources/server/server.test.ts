import { expect, test } from 'vitest'
import { createSpace, statusOf } from '../../../test/support/content.ts'
import { edit } from '../../../test/support/edits.ts'
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

test('getServerStorage: counts the files of an organization, each once', async () => {
  const { organization, admin } = await server.found()
  const { id } = await createSpace({ organization, admin })
  const { blob, size } = await server.files.store.put([Buffer.from('the same bytes')])
  const file = (name: string) => ({ id: name, name, contentType: 'text/plain', size, blob })
  await edit(server, { space: id }, [{ operation: 'insert_files', files: [file('one'), file('other')] }])
  const at = `/v1/server/organizations/${organization}/storage`
  expect((await server.admin.http.get(at)).body).toEqual({
    object: 'server-storage',
    files: 1,
    bytes: 14,
    complete: true,
  })
  expect(await statusOf(admin.http.get(at))).toBe(404)
  expect(await statusOf(server.admin.http.get('/v1/server/organizations/none/storage'))).toBe(404)
})
