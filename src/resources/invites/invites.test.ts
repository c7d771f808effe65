import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { httpAs } from '../../../test/support/http.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { trySso } from '../../../test/support/sso.ts'
import type { Role } from '../../db/tables.ts'
import { insertMember } from '../../domain/people/organizations.ts'
import { findUserByEmail, insertToken } from '../../domain/people/users.ts'

const server = startedServer()

/** A new organization for each test. */
async function scene() {
  const { organization, admin } = await server.found()
  const enter = async (role: Role | null): Promise<Person> => {
    const person = await server.join()
    await server.database.write((db) => insertMember(db, { organization_id: organization, user_id: person.id, role }))
    return person
  }
  const links = `/v1/orgs/${organization}/link-invites`
  const joins = `/v1/orgs/${organization}/invites`
  const create = async (body: object, by = admin) => (await by.http.post(links, body)).body.id as string
  const member = async (id: string) => (await admin.http.get(`/v1/orgs/${organization}/members/${id}`)).body
  const createSpace = async (body: object = {}) =>
    (await admin.http.post(`/v1/orgs/${organization}/spaces`, body)).body.id as string
  const createCollection = async () =>
    (await admin.http.post(`/v1/orgs/${organization}/collections`, {})).body.id as string
  return { organization, admin, enter, links, joins, create, member, createSpace, createCollection }
}

const address = () => `${randomUUID()}@Example.com`

describe('invites by email', () => {
  test('inviteUsersToOrganization: adds existing and new users, each with their role', async () => {
    const { organization, admin, joins, member, enter } = await scene()
    const [known, already, fresh, special] = [await server.join(), await enter('create'), address(), address()]
    const { data } = await admin.client.orgs.inviteUsersToOrganization(organization, {
      emails: [known.email.toUpperCase(), already.email, fresh, fresh.toLowerCase(), { email: special, role: null }],
    })
    const created = await Promise.all([fresh, special].map((email) => findUserByEmail(server.database.read, email)))
    expect(data.invited).toBe(3)
    expect([...data.users].sort()).toEqual([known.id, ...created.map((user) => user!.id)].sort())
    expect(data).not.toHaveProperty('failedSSOEmails')
    expect(await member(known.id)).toMatchObject({ role: 'read', sso: false })
    expect(await member(created[0]!.id)).toMatchObject({ role: 'read', user: { email: fresh.toLowerCase() } })
    expect((await member(created[1]!.id)).role).toBe(null)
    expect((await member(already.id)).role).toBe('create')
    const again = await admin.http.post(joins, { emails: [fresh], role: 'admin' })
    expect(again.body).toMatchObject({ users: [], invited: 0 })
  })

  test('inviteUsersToOrganization: the role is the given one, or else the default of the organization', async () => {
    const { organization, admin, joins, member } = await scene()
    await admin.http.patch(`/v1/orgs/${organization}`, { defaultRole: null })
    const [guest] = (await admin.http.post(joins, { emails: [address()] })).body.users
    const [editor] = (await admin.http.post(joins, { emails: [address()], role: 'edit' })).body.users
    expect([(await member(guest)).role, (await member(editor)).role]).toEqual([null, 'edit'])
  })

  test('inviteUsersToOrganization: only addresses of its domains become members of its single sign-on', async () => {
    const { organization, admin, joins, member } = await scene()
    const invite = async (...emails: string[]) => (await admin.http.post(joins, { emails, sso: true })).body
    const { users, failedSSOEmails } = await invite(address())
    expect([(await member(users[0])).sso, failedSSOEmails]).toEqual([true, undefined])
    await trySso(server, organization, admin)
    await admin.http.patch(`/v1/orgs/${organization}`, { emailDomains: ['example.org'], sso: true })
    const [inside, outside] = [`${randomUUID()}@EXAMPLE.org`, `${randomUUID()}@sub.example.org`.toLowerCase()]
    const both = await invite(inside, outside)
    expect(both).toMatchObject({ invited: 2, failedSSOEmails: [outside] })
    const state = await Promise.all(both.users.map(member))
    expect(state.map(({ user, sso, disabled }) => [user.email, sso, disabled]).sort()).toEqual(
      [
        [inside.toLowerCase(), true, false],
        [outside, false, true],
      ].sort(),
    )
  })

  test('inviteUsersToOrganization: admins only, and addresses only', async () => {
    const { admin, enter, joins } = await scene()
    const body = { emails: [address()] }
    expect((await (await enter('create')).http.post(joins, body)).status).toBe(403)
    expect((await (await enter(null)).http.post(joins, body)).status).toBe(403)
    expect((await server.admin.http.post(joins, body)).status).toBe(404)
    expect((await admin.http.post(joins, { emails: ['no address'] })).status).toBe(400)
    expect((await admin.http.post(joins, { emails: [{ email: address(), role: 'boss' }] })).status).toBe(400)
    expect((await admin.http.post(joins, { emails: [] })).body).toEqual({ users: [], invited: 0 })
  })

  test('inviteUsersToOrganization: two organizations can invite the same new person at the same time', async () => {
    const scenes = [await scene(), await scene()]
    const emails = [address(), address()]
    const answers = await Promise.all(
      scenes.map(({ admin, joins }, at) => admin.http.post(joins, { emails: at ? emails.toReversed() : emails })),
    )
    const [one, two] = answers.map(({ body }) => [...body.users].sort())
    expect(one).toHaveLength(2)
    expect(one).toEqual(two)
  })
})

describe('invite links', () => {
  test('createOrganizationInvite, getOrganizationInviteLink: to the organization, by its admins', async () => {
    const { organization, admin, enter, links } = await scene()
    const created = await admin.http.post(links, { role: 'edit' })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`${server.url}${links}/${created.body.id}`)
    expect(created.body).toEqual({
      object: 'invite',
      id: expect.any(String),
      role: 'edit',
      redundant: true,
      urls: { app: expect.stringContaining('/join/') },
    })
    const { data } = await admin.client.orgs.getOrganizationInviteLink(organization, created.body.id)
    expect(data).toEqual(created.body)
    for (const person of [await enter('create'), await enter(null)]) {
      expect((await person.http.post(links, { role: 'read' })).status).toBe(403)
      expect((await person.http.get(`${links}/${data.id}`)).status).toBe(403)
      expect((await person.http.get(links)).status).toBe(403)
    }
    const stranger = server.admin.http
    expect((await stranger.post(links, { role: 'read' })).status).toBe(404)
    expect((await stranger.get(`${links}/${data.id}`)).status).toBe(404)
  })

  test('createOrganizationInvite: to a space or collection, by its managers; redundant invites are marked', async () => {
    const { admin, enter, links, create, createSpace, createCollection } = await scene()
    const [creator, editor] = [await enter('create'), await enter('edit')]
    const [space, collection] = [await createSpace(), await createCollection()]
    const toSpace = await creator.http.post(links, { level: 'review', space })
    expect(toSpace.body).toMatchObject({ object: 'invite', level: 'review', redundant: true, space: { id: space } })
    const toCollection = await creator.http.post(links, { level: 'admin', collection })
    expect(toCollection.body).toMatchObject({ level: 'admin', redundant: false, collection: { id: collection } })
    expect((await admin.http.get(`${links}/${toCollection.body.id}`)).body.redundant).toBe(true)
    expect((await editor.http.post(links, { level: 'read', space })).status).toBe(403)
    expect((await editor.http.get(`${links}/${toSpace.body.id}`)).status).toBe(403)
    await admin.http.patch(`/v1/spaces/${space}`, { defaultLevel: null })
    expect((await creator.http.get(`${links}/${toSpace.body.id}`)).status).toBe(404)
    expect((await creator.http.post(links, { level: 'read', space })).status).toBe(404)
    const there = await scene()
    expect((await admin.http.post(links, { level: 'read', space: await there.createSpace() })).status).toBe(404)
    expect((await there.admin.http.get(`${there.links}/${await create({ role: 'read' })}`)).status).toBe(404)
  })

  test('createOrganizationInvite, updateOrganizationInviteById: an organization gives a role, content a level', async () => {
    const { organization, admin, enter, links, create, createSpace } = await scene()
    const space = await createSpace()
    for (const body of [{}, { level: 'read' }, { space }, { role: 'read', space }, { role: 'boss' }])
      expect((await admin.http.post(links, body)).status).toBe(400)
    expect((await admin.http.post(links, { level: 'read', space, collection: 'x' })).status).toBe(400)
    const [general, special] = [await create({ role: 'read' }), await create({ level: 'read', space })]
    expect((await admin.http.patch(`${links}/${general}`, { role: null })).body.role).toBe(null)
    expect((await admin.http.patch(`${links}/${special}`, { level: 'edit' })).body.level).toBe('edit')
    expect((await admin.http.patch(`${links}/${general}`, { level: 'edit' })).status).toBe(400)
    expect((await admin.http.patch(`${links}/${special}`, { role: 'edit' })).status).toBe(400)
    expect((await admin.http.patch(`${links}/${special}`, {})).status).toBe(400)
    const creator = await enter('create')
    expect((await creator.http.patch(`${links}/${special}`, { level: 'read' })).status).toBe(200)
    expect((await creator.http.patch(`${links}/${general}`, { role: 'admin' })).status).toBe(403)
    const { data } = await admin.client.orgs.getOrganizationInviteLink(organization, special)
    expect(data).toMatchObject({ level: 'read' })
  })

  test('listOrganizationInviteLinks: to the organization; or to the space or collection asked for', async () => {
    const { organization, admin, enter, links, create, createSpace, createCollection } = await scene()
    const [space, collection, creator] = [await createSpace(), await createCollection(), await enter('create')]
    const general = [await create({ role: 'read' }), await create({ role: 'edit' }), await create({ role: null })]
    const toSpace = await create({ level: 'read', space })
    const toCollection = await create({ level: 'read', collection })
    const { data } = await admin.client.orgs.listOrganizationInviteLinks(organization, { limit: 2 })
    expect(data.items.map(({ id }) => id)).toEqual(general.slice(0, 2))
    expect(data.count).toBe(3)
    await admin.http.delete(`${links}/${general[0]}`)
    const rest = (await admin.http.get(`${links}?limit=2&page=${data.next!.page}`)).body
    expect(rest.items.map(({ id }: { id: string }) => id)).toEqual(general.slice(2))
    const list = async (query: string) =>
      (await creator.http.get(`${links}?${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await list(`space=${space}`)).toEqual([toSpace])
    expect(await list(`collection=${collection}`)).toEqual([toCollection])
    const [listed] = (await admin.http.get(`${links}?space=${space}`)).body.items
    expect(listed).toMatchObject({ role: null, level: 'read', space: { id: space } })
    expect((await creator.http.get(`${links}?space=${(await scene()).organization}`)).status).toBe(404)
  })

  test('deleteOrganizationInviteById: the link ends, who followed it stays', async () => {
    const { organization, admin, enter, links, joins, create } = await scene()
    const [invite, guest] = [await create({ role: 'read' }), await server.join()]
    await guest.http.post(`${joins}/${invite}`)
    expect((await guest.http.delete(`${links}/${invite}`)).status).toBe(403)
    expect((await server.admin.http.delete(`${links}/${invite}`)).status).toBe(404)
    await admin.client.orgs.deleteOrganizationInviteById(organization, invite)
    expect((await admin.http.delete(`${links}/${invite}`)).status).toBe(404)
    expect((await (await server.join()).http.post(`${joins}/${invite}`)).status).toBe(404)
    expect((await guest.http.get(`/v1/orgs/${organization}`)).status).toBe(200)
    expect((await (await enter('create')).http.delete(`${links}/${invite}`)).status).toBe(404)
  })
})

describe('following a link', () => {
  test('joinOrganizationWithInvite: grants the role, is idempotent, and never lowers a role', async () => {
    const { organization, admin, joins, create, member } = await scene()
    const [read, edit] = [await create({ role: 'read' }), await create({ role: 'edit' })]
    const person = await server.join()
    expect((await person.client.orgs.joinOrganizationWithInvite(organization, edit)).data).toEqual({})
    const joined = await member(person.id)
    expect(joined.role).toBe('edit')
    for (const invite of [edit, read]) expect((await person.http.post(`${joins}/${invite}`)).status).toBe(200)
    expect(await member(person.id)).toMatchObject({ role: 'edit', joinedAt: joined.joinedAt })
    await admin.http.post(`${joins}/${read}`)
    expect((await member(admin.id)).role).toBe('admin')
  })

  test('joinOrganizationWithInvite: concurrent requests join once', async () => {
    const { joins, create, member } = await scene()
    const [read, edit, person] = [await create({ role: 'read' }), await create({ role: 'edit' }), await server.join()]
    const answers = await Promise.all([read, edit, read, edit].map((invite) => person.http.post(`${joins}/${invite}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await member(person.id)).role).toBe('edit')
  })

  test('joinOrganizationWithInvite: to content adds a guest with that level on the content only', async () => {
    const { joins, create, member, createSpace, createCollection } = await scene()
    const collection = await createCollection()
    const [inside, beside, outside] = [
      await createSpace({ parent: collection }),
      await createSpace(),
      await createSpace(),
    ]
    const person = await server.join()
    await person.http.post(`${joins}/${await create({ level: 'comment', collection })}`)
    await person.http.post(`${joins}/${await create({ level: 'edit', space: beside })}`)
    await person.http.post(`${joins}/${await create({ level: 'read', space: beside })}`)
    expect(await member(person.id)).toMatchObject({ role: null, spaces: 2 })
    expect((await person.http.get(`/v1/spaces/${inside}`)).body.permissions).toMatchObject({
      comment: true,
      edit: false,
    })
    expect((await person.http.get(`/v1/spaces/${beside}`)).body.permissions).toMatchObject({ edit: true, admin: false })
    expect((await person.http.get(`/v1/spaces/${outside}`)).status).toBe(404)
  })

  test('joinOrganizationWithInvite: unknown, disabled and foreign links are 404', async () => {
    const { organization, admin, links, joins, create, createSpace } = await scene()
    const [stranger, there] = [await server.join(), await scene()]
    const missing = await stranger.http.post(`${joins}/nothing`)
    expect(missing.status).toBe(404)
    const refused = async (invite: string) => {
      const { status, body } = await stranger.http.post(`${joins}/${invite}`)
      expect({ status, body }).toEqual({ status: 404, body: missing.body })
    }
    await refused(await there.create({ role: 'read' }))
    const space = await createSpace()
    const [general, special] = [await create({ role: 'read' }), await create({ level: 'read', space })]
    await admin.http.delete(`/v1/spaces/${space}`)
    await refused(special)
    await admin.http.patch(`/v1/orgs/${organization}`, { inviteLinks: false })
    await refused(general)
    const create403 = await admin.http.post(links, { role: 'read' })
    expect([create403.status, create403.body.error.message]).toEqual([403, expect.stringContaining('inviteLinks')])
    expect((await admin.http.get(links)).body.count).toBe(1)
    expect((await stranger.http.get(`/v1/orgs/${organization}`)).status).toBe(404)
  })
})

describe('joining without an invite', () => {
  const DOMAIN = 'example.com'
  const join = ({ http }: Person, organization: string) => http.post(`/v1/orgs/${organization}/join`)

  test('joinOrganization: whoever has an address in its domains becomes a member with the default role', async () => {
    const { organization, admin, member } = await scene()
    const person = await server.join()
    expect((await join(person, organization)).status).toBe(404)
    await admin.http.patch(`/v1/orgs/${organization}`, { emailDomains: [DOMAIN.toUpperCase()], defaultRole: 'comment' })
    expect((await join(person, organization)).status).toBe(204)
    expect(await member(person.id)).toMatchObject({ role: 'comment', sso: false })
    expect((await join(person, organization)).status).toBe(204)
    const joined = await server.database.read
      .selectFrom('events')
      .select('id')
      .where('organization_id', '=', organization)
      .where('action', '=', 'organization.member.joined')
      .where('actor_id', '=', person.id)
      .execute()
    expect(joined).toHaveLength(1)
  })

  test('joinOrganization: members keep what they have', async () => {
    const { organization, admin, member, enter } = await scene()
    await admin.http.patch(`/v1/orgs/${organization}`, { emailDomains: [DOMAIN], defaultRole: 'edit' })
    const [guest, creator] = [await enter(null), await enter('create')]
    expect([(await join(guest, organization)).status, (await join(creator, organization)).status]).toEqual([204, 204])
    expect([(await member(guest.id)).role, (await member(creator.id)).role]).toEqual([null, 'create'])
  })

  test('joinOrganization: without a matching domain it is 404', async () => {
    const { organization, admin } = await scene()
    const person = await server.join()
    const patch = (body: object) => admin.http.patch(`/v1/orgs/${organization}`, body)
    await trySso(server, organization, admin)
    const missing = await join(person, 'missing')
    for (const closed of [{ emailDomains: [`docs.${DOMAIN}`] }, { emailDomains: [DOMAIN], sso: true }]) {
      expect((await patch(closed)).status).toBe(200)
      const { status, text } = await join(person, organization)
      expect([status, text.replace(/"requestId":"[^"]*"/, '')]).toEqual([
        404,
        missing.text.replace(/"requestId":"[^"]*"/, ''),
      ])
    }
  })

  test('joinOrganization: a token bound to another organization is refused', async () => {
    const [{ organization, admin }, elsewhere] = [await scene(), await server.found()]
    await admin.http.patch(`/v1/orgs/${organization}`, { emailDomains: [DOMAIN] })
    const bound = await server.database.write((db) =>
      insertToken(db, elsewhere.admin.id, { label: 'test', boundTo: elsewhere.organization }),
    )
    expect((await httpAs(server.url, bound.secret).post(`/v1/orgs/${organization}/join`)).status).toBe(403)
  })
})
