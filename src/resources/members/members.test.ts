import { describe, expect, test } from 'vitest'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { trySso } from '../../../test/support/sso.ts'
import type { Role } from '../../db/tables.ts'
import { listMembers, withSpaceCounts } from '../../domain/people/members.ts'
import { insertMember } from '../../domain/people/organizations.ts'

const server = startedServer()

/** A user with a token who is a member of that organization. */
async function enter(organization: string, role: Role | null): Promise<Person> {
  const person = await server.join()
  await server.database.write((db) => insertMember(db, { organization_id: organization, user_id: person.id, role }))
  return person
}

const pathTo = (organization: string, user = '') => `/v1/orgs/${organization}/members${user && `/${user}`}`

/** The ids on all pages, three per page. */
async function walk(http: Person['http'], path: string, between = async () => {}): Promise<string[]> {
  const ids: string[] = []
  for (let page = ''; ; await between()) {
    const { body } = await http.get(`${path}${path.includes('?') ? '&' : '?'}limit=3${page}`)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    if (!body.next) return ids
    page = `&page=${body.next.page}`
  }
}

describe('members', () => {
  test('getMemberInOrganizationById: a member is a user with a role; guests can get only themselves', async () => {
    const { organization, admin } = await server.found()
    const guest = await enter(organization, null)
    const { data } = await admin.client.orgs.getMemberInOrganizationById(organization, guest.id)
    expect(data).toMatchObject({ object: 'member', id: guest.id, role: null, disabled: false, sso: false })
    expect(data).toMatchObject({ user: { object: 'user', id: guest.id, email: guest.email }, spaces: 0, teams: 0 })
    expect((await guest.http.get(pathTo(organization, guest.id))).body.id).toBe(guest.id)
    expect((await guest.http.get(pathTo(organization, admin.id))).status).toBe(403)
    expect((await admin.http.get(pathTo(organization, server.admin.id))).status).toBe(404)
    expect((await server.admin.http.get(pathTo(organization, admin.id))).status).toBe(404)
  })

  test('listMembersInOrganizationById: newest first, by role, and by any part of name or address', async () => {
    const { organization, admin } = await server.found()
    const reader = await enter(organization, 'read')
    const guest = await enter(organization, null)
    await reader.http.patch(`/v1/users/${reader.id}`, { displayName: 'Zoë 100%' })
    const list = async (query = '') =>
      (await reader.http.get(pathTo(organization) + query)).body.items.map(({ id }: { id: string }) => id)
    expect(await list()).toEqual([guest.id, reader.id, admin.id])
    expect(await list('?order=asc')).toEqual([admin.id, reader.id, guest.id])
    expect(await list('?role=guest')).toEqual([guest.id])
    expect(await list('?role=admin')).toEqual([admin.id])
    expect(await list('?search=ZO%C3%8B')).toEqual([reader.id])
    expect(await list('?search=0%25')).toEqual([reader.id])
    expect(await list('?search=%25%25')).toEqual([])
    expect(await list(`?search=${guest.email.toUpperCase()}`)).toEqual([guest.id])
    expect((await reader.http.get(`${pathTo(organization)}?sort=name`)).status).toBe(400)
    expect((await guest.http.get(pathTo(organization))).status).toBe(403)
    expect((await server.admin.http.get(pathTo(organization))).status).toBe(404)
  })

  test('listMembersInOrganizationById: pages neither repeat nor skip while people join', async () => {
    const { organization, admin } = await server.found()
    for (let at = 0; at < 7; at++) await enter(organization, 'read')
    const before = await walk(admin.http, pathTo(organization))
    expect(new Set(before).size).toBe(8)
    const during = await walk(admin.http, pathTo(organization), async () => void (await enter(organization, 'read')))
    expect(during).toEqual(before)
    const { body } = await admin.http.get(`${pathTo(organization)}?limit=0`)
    expect(body).toEqual({ count: 10, items: [] })
  })

  test('updateOrganizationMemberLastSeenAt: always updates; sorting by it lists only members with a time', async () => {
    const { organization, admin } = await server.found()
    const guest = await enter(organization, null)
    await enter(organization, 'read')
    const seen = async () => (await guest.http.get(pathTo(organization, guest.id))).body.lastSeenAt as string
    expect((await guest.http.post(`/v1/orgs/${organization}/ping`)).body).toEqual({})
    const first = await seen()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await guest.client.orgs.updateOrganizationMemberLastSeenAt(organization)
    expect((await seen()) > first).toBe(true)
    await admin.http.post(`/v1/orgs/${organization}/ping`)
    const { body } = await admin.http.get(`${pathTo(organization)}?sort=lastSeenAt`)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([admin.id, guest.id])
    expect(body.count).toBe(2)
    expect((await server.admin.http.post(`/v1/orgs/${organization}/ping`)).status).toBe(404)
  })

  test('updateMemberInOrganizationById: admins change roles, and what is left out stays', async () => {
    const { organization, admin } = await server.found()
    const creator = await enter(organization, 'create')
    const { data } = await admin.client.orgs.updateMemberInOrganizationById(organization, creator.id, { role: null })
    expect(data).toMatchObject({ id: creator.id, role: null })
    expect((await admin.http.patch(pathTo(organization, creator.id), {})).body.role).toBe(null)
    expect((await admin.http.patch(pathTo(organization, creator.id), { role: 'owner' })).status).toBe(400)
    expect((await creator.http.patch(pathTo(organization, creator.id), { role: 'admin' })).status).toBe(403)
    expect((await admin.http.patch(pathTo(organization, server.admin.id), { role: 'read' })).status).toBe(404)
    expect((await server.admin.http.patch(pathTo(organization, creator.id), { role: 'admin' })).status).toBe(404)
  })

  test('updateMemberInOrganizationById, removeMemberFromOrganizationById: the last admin cannot be removed or demoted', async () => {
    const { organization, admin } = await server.found()
    expect((await admin.http.patch(pathTo(organization, admin.id), { role: 'create' })).status).toBe(409)
    expect((await admin.http.delete(pathTo(organization, admin.id))).status).toBe(409)
    const other = await enter(organization, 'admin')
    const outcomes = await Promise.all([
      admin.http.patch(pathTo(organization, other.id), { role: 'read' }),
      other.http.patch(pathTo(organization, admin.id), { role: 'read' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await admin.http.get(`${pathTo(organization)}?role=admin`)).body.count).toBe(1)
  })

  test('removeMemberFromOrganizationById: of admins leaving concurrently, one stays', async () => {
    const { organization, admin } = await server.found()
    const admins = [admin, await enter(organization, 'admin'), await enter(organization, 'admin')]
    const outcomes = await Promise.all(admins.map(({ id, http }) => http.delete(pathTo(organization, id))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 204, 409])
  })

  test('removeMemberFromOrganizationById: removes the grants in that organization, and no others', async () => {
    const here = await server.found()
    const elsewhere = await server.found()
    const person = await enter(here.organization, 'read')
    await server.database.write((db) =>
      insertMember(db, { organization_id: elsewhere.organization, user_id: person.id, role: null }),
    )
    for (const { organization, admin } of [here, elsewhere]) {
      await admin.http.put(`/v1/orgs/${organization}/teams`, { title: 'Team', members: [person.id] })
      const space = (await admin.http.post(`/v1/orgs/${organization}/spaces`)).body.id
      await server.database.write((db) =>
        db.insertInto('grants').values({ id: space, space_id: space, user_id: person.id, role: 'read' }).execute(),
      )
    }
    expect((await here.admin.http.delete(pathTo(here.organization, person.id))).status).toBe(204)
    expect((await here.admin.http.delete(pathTo(here.organization, person.id))).status).toBe(404)
    expect((await person.http.get(`/v1/orgs/${here.organization}`)).status).toBe(404)
    expect((await elsewhere.admin.http.get(pathTo(elsewhere.organization, person.id))).body).toMatchObject({
      spaces: 1,
      teams: 1,
    })
    await server.database.write((db) =>
      insertMember(db, { organization_id: here.organization, user_id: person.id, role: null }),
    )
    expect((await here.admin.http.get(pathTo(here.organization, person.id))).body).toMatchObject({
      spaces: 0,
      teams: 0,
    })
  })

  test('removeMemberFromOrganizationById: everybody may leave, only admins remove others', async () => {
    const { organization, admin } = await server.found()
    const guest = await enter(organization, null)
    const creator = await enter(organization, 'create')
    expect((await creator.http.delete(pathTo(organization, guest.id))).status).toBe(403)
    expect((await server.admin.http.delete(pathTo(organization, guest.id))).status).toBe(404)
    await guest.client.orgs.removeMemberFromOrganizationById(organization, guest.id)
    expect((await guest.http.get(`/v1/orgs/${organization}`)).status).toBe(404)
    expect((await admin.http.delete(pathTo(organization, server.admin.id))).status).toBe(404)
  })

  test('setUserAsSSOMemberForOrganization: where SSO is enforced, others but admins are disabled', async () => {
    const { organization, admin } = await server.found()
    const reader = await enter(organization, 'read')
    await trySso(server, organization, admin)
    await admin.http.patch(`/v1/orgs/${organization}`, { sso: true })
    const isDisabled = async (user: string) => (await admin.http.get(pathTo(organization, user))).body.disabled
    expect([await isDisabled(reader.id), await isDisabled(admin.id)]).toEqual([true, false])
    expect((await reader.http.get(pathTo(organization))).status).toBe(403)
    const { data } = await admin.client.orgs.setUserAsSsoMemberForOrganization(organization, reader.id)
    expect(data).toMatchObject({ id: reader.id, sso: true, disabled: false })
    expect((await reader.http.get(pathTo(organization))).status).toBe(200)
    expect((await reader.http.post(`${pathTo(organization, reader.id)}/sso`)).status).toBe(403)
    expect((await admin.http.post(`${pathTo(organization, server.admin.id)}/sso`)).status).toBe(404)
  })

  test('listSpacesForOrganizationMember: with the role on each, only spaces the caller can see too', async () => {
    const { organization, admin } = await server.found()
    const [reader, guest] = [await enter(organization, 'read'), await enter(organization, null)]
    const create = async () => (await admin.http.post(`/v1/orgs/${organization}/spaces`)).body.id as string
    const [open, hidden, deleted] = [await create(), await create(), await create()]
    await admin.http.patch(`/v1/spaces/${hidden}`, { defaultLevel: null })
    await admin.http.delete(`/v1/spaces/${deleted}`)
    await server.database.write((db) =>
      db.insertInto('grants').values({ id: hidden, space_id: hidden, user_id: guest.id, role: 'edit' }).execute(),
    )
    const list = async (person: Person, user: string, query = '') => {
      const { body } = await person.http.get(`${pathTo(organization, user)}/spaces${query}`)
      return body.items.map(({ permission, space }: never) => [(space as { id: string }).id, permission])
    }
    expect(await list(admin, admin.id)).toEqual([
      [hidden, 'admin'],
      [open, 'admin'],
    ])
    expect(await list(admin, admin.id, '?order=asc&limit=1')).toEqual([[open, 'admin']])
    expect(await list(admin, reader.id)).toEqual([[open, 'read']])
    expect(await list(guest, guest.id)).toEqual([[hidden, 'edit']])
    expect(await list(reader, guest.id)).toEqual([])
    expect((await guest.http.get(`${pathTo(organization, reader.id)}/spaces`)).status).toBe(403)
    expect((await server.admin.http.get(`${pathTo(organization, reader.id)}/spaces`)).status).toBe(404)
    const { data } = await reader.client.orgs.listSpacesForOrganizationMember(organization, admin.id)
    expect(data.items[0]?.space.permissions).toMatchObject({ view: true, admin: false })
  })

  test('listTeamsForOrganizationMember: with the role in each, by any part of the title', async () => {
    const { organization, admin } = await server.found()
    const reader = await enter(organization, 'read')
    const create = async (title: string, members: string[]) =>
      (await admin.http.put(`/v1/orgs/${organization}/teams`, { title, members })).body.id as string
    const [docs, design] = [await create('Docs', [reader.id]), await create('Design', [reader.id])]
    await create('Others', [admin.id])
    await admin.http.put(`/v1/orgs/${organization}/teams/${design}/members/${reader.id}`, { role: 'owner' })
    const { data } = await reader.client.orgs.listTeamsForOrganizationMember(organization, reader.id)
    expect(data.items.map(({ team, member }) => [team.id, member.role, team.permissions.admin])).toEqual([
      [docs, 'member', false],
      [design, 'owner', true],
    ])
    const found = await reader.http.get(`${pathTo(organization, reader.id)}/teams?title=SIG`)
    expect(found.body.items.map(({ team }: { team: { id: string } }) => team.id)).toEqual([design])
    expect((await admin.http.get(`${pathTo(organization, server.admin.id)}/teams`)).status).toBe(404)
    expect((await (await enter(organization, null)).http.get(`${pathTo(organization, reader.id)}/teams`)).status).toBe(
      403,
    )
  })

  test('listMembersInOrganizationById: the number of queries is independent of the page size', async () => {
    const { organization } = await server.found()
    const alone = await countQueries(organization)
    for (let at = 0; at < 20; at++) await enter(organization, at % 2 ? 'read' : null)
    expect(await countQueries(organization)).toEqual({ members: 21, queries: alone.queries })
  })
})

async function countQueries(organization: string) {
  let queries = 0
  const counting = server.database.read.withPlugin({
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const { rows } = await listMembers(counting, organization, {}, { limit: 50, after: undefined })
  const members = (await withSpaceCounts(counting, organization, rows)).length
  return { members, queries }
}
