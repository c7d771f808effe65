import { expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { makeServerAdmin } from '../../access/server-admins.ts'

const server = startedServer({ organizations: 'admins' })

test('createOrganization: only server admins can create organizations, unless configured otherwise', async () => {
  const body = { title: 'Another organization' }
  const created = await server.admin.http.post('/v1/orgs', body)
  expect(created.status).toBe(201)
  for (const role of ['admin', 'create', 'read', null, undefined] as const) {
    const person = await server.join(role)
    expect(await statusOf(person.http.post('/v1/orgs', body)), String(role)).toBe(403)
  }
  const second = await server.join('read')
  await server.database.write((db) => makeServerAdmin(db, second.id))
  expect(await statusOf(second.http.post('/v1/orgs', body))).toBe(201)
})
