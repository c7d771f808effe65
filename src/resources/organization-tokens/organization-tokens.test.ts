import { expect, test } from 'vitest'
import { httpAs } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { insertMember } from '../../domain/people/organizations.ts'

const server = startedServer()
const tokensOf = (organization: string) => `/v1/orgs/${organization}/tokens`

async function place() {
  const { organization, admin } = await server.found()
  const person = await server.join()
  await server.database.write((db) =>
    insertMember(db, { organization_id: organization, user_id: person.id, role: 'read' }),
  )
  const create = async (body: object) => (await person.http.post('/v1/user/tokens', body)).body
  return { organization, admin, person, create }
}

test('listMemberTokens: lists the tokens of members that work here, with search, and nobody else’s', async () => {
  const { organization, admin, person, create } = await place()
  const here = await create({ label: 'Harbour script', organization })
  const everywhere = await create({ label: 'Tide clock', expiresAt: '2099-01-01T00:00:00.000Z' })
  const other = await place()
  await other.create({ label: 'Elsewhere' })
  const list = async (search = '') => (await admin.http.get(`${tokensOf(organization)}?limit=100${search}`)).body
  const { items, count } = await list()
  const found = items.filter(({ user }: { user: { id: string } }) => user.id === person.id)
  expect(count).toBe(items.length)
  expect(found.slice(0, 2)).toMatchObject([
    {
      object: 'member-token',
      id: everywhere.id,
      label: 'Tide clock',
      reach: 'account',
      expiresAt: '2099-01-01T00:00:00.000Z',
    },
    { object: 'member-token', id: here.id, label: 'Harbour script', reach: 'organization' },
  ])
  expect(JSON.stringify(items)).not.toContain('Elsewhere')
  expect((await list('&search=harbour')).items.map(({ id }: { id: string }) => id)).toEqual([here.id])
  expect((await list(`&search=${person.email}`)).count).toBe(found.length)
})

test('revokeMemberToken: a token of this organization ends; one of the account stops working here only', async () => {
  const [one, two] = [await place(), await place()]
  await server.database.write((db) =>
    insertMember(db, { organization_id: two.organization, user_id: one.person.id, role: 'read' }),
  )
  const here = await one.create({ label: 'Here', organization: one.organization })
  const everywhere = await one.create({ label: 'Everywhere' })
  const as = (token: { token: string }) => httpAs(server.url, token.token)
  const revoke = (id: string) => one.admin.http.delete(`${tokensOf(one.organization)}/${id}`)
  const reads = async (token: { token: string }, { organization }: { organization: string }) =>
    (await as(token).get(`/v1/orgs/${organization}`)).status
  expect(await reads(everywhere, one)).toBe(200)
  expect((await revoke(here.id)).status).toBe(204)
  expect(await reads(here, one)).toBe(401)
  expect((await revoke(everywhere.id)).status).toBe(204)
  expect(await reads(everywhere, one)).toBe(404)
  expect(await reads(everywhere, two)).toBe(200)
  const { items } = (await as(everywhere).get('/v1/orgs')).body
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(one.organization)
  expect((await revoke(everywhere.id)).status).toBe(404)
  const own = (await one.person.http.get('/v1/user/tokens')).body.items
  expect(own.find(({ id }: { id: string }) => id === everywhere.id).revokedIn).toEqual([one.organization])
  // Another organization decides about itself.
  expect((await two.admin.http.delete(`${tokensOf(two.organization)}/${everywhere.id}`)).status).toBe(204)
  expect(await reads(everywhere, two)).toBe(404)
})
