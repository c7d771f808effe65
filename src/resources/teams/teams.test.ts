import { TeamMemberRole } from '@gitbook/api'
import { describe, expect, test } from 'vitest'
import { type Person, startedServer } from '../../../test/support/server.ts'
import type { Role } from '../../db/tables.ts'
import { insertMember } from '../../domain/people/organizations.ts'

const server = startedServer()

interface Scene {
  organization: string
  admin: Person
  enter(role: Role | null): Promise<Person>
  create(title: string, members?: string[]): Promise<string>
  /** The members of the team, as "role id". */
  roster(team: string): Promise<string[]>
  path(team?: string, rest?: string): string
}

/** A new organization for each test. */
async function scene(): Promise<Scene> {
  const { organization, admin } = await server.found()
  const path = (team = '', rest = '') => `/v1/orgs/${organization}/teams${team && `/${team}`}${rest}`
  return {
    organization,
    admin,
    path,
    async enter(role) {
      const person = await server.join()
      await server.database.write((db) => insertMember(db, { organization_id: organization, user_id: person.id, role }))
      return person
    },
    create: async (title, members) => (await admin.http.put(path(), { title, members })).body.id,
    async roster(team) {
      const { data } = await admin.client.orgs.listTeamMembersInOrganizationById(organization, team)
      return data.items.map((item) => `${item.team.role} ${item.organization.id}`)
    },
  }
}

describe('teams', () => {
  test('createOrganizationTeam, getTeamInOrganizationById: contains the listed members, by id or email address', async () => {
    const { admin, organization, enter, path, roster } = await scene()
    const [one, two] = [await enter('read'), await enter(null)]
    const body = { title: 'Docs', members: [one.id, two.email.toUpperCase(), one.email] }
    const created = await admin.http.put(path(), body)
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`${server.url}${path(created.body.id)}`)
    expect(created.body).toMatchObject({ object: 'team', title: 'Docs', members: 2, spaces: 0 })
    expect(created.body.permissions).toEqual({ view: true, admin: true })
    const { data } = await one.client.orgs.getTeamInOrganizationById(organization, created.body.id)
    expect(data).toEqual({ ...created.body, permissions: { view: true, admin: false } })
    expect((await roster(data.id)).sort()).toEqual([`member ${one.id}`, `member ${two.id}`].sort())
  })

  test('createOrganizationTeam: admins only, and of members only', async () => {
    const { admin, enter, path } = await scene()
    const creator = await enter('create')
    expect((await creator.http.put(path(), { title: 'Docs' })).status).toBe(403)
    expect((await server.admin.http.put(path(), { title: 'Docs' })).status).toBe(404)
    const refused = await admin.http.put(path(), { title: 'Docs', members: [creator.id, server.admin.id, 'nobody'] })
    expect(refused.status).toBe(404)
    expect(refused.body.error.issues.map((issue: { path: string }) => issue.path)).toEqual(['members.1', 'members.2'])
    expect((await admin.http.get(path())).body.count).toBe(0)
    expect((await admin.http.put(path(), { title: '' })).status).toBe(400)
    expect((await admin.http.put(path(), { title: 'x'.repeat(65) })).status).toBe(400)
  })

  test('listTeamsInOrganizationById: by any part of the title, and by who can manage them', async () => {
    const { admin, enter, create, path } = await scene()
    const [owner, guest] = [await enter('read'), await enter(null)]
    const [docs, design] = [await create('Docs'), await create('Design')]
    await admin.http.put(path(design, `/members/${owner.id}`), { role: 'owner' })
    const list = async (query = '') =>
      (await owner.http.get(path() + query)).body.items.map(({ id }: { id: string }) => id)
    expect(await list()).toEqual([docs, design])
    expect(await list('?title=OC')).toEqual([docs])
    expect(await list(`?owner=${owner.id}`)).toEqual([design])
    expect(await list(`?owner=${admin.id}`)).toEqual([docs, design])
    expect(await list(`?owner=${guest.id}`)).toEqual([])
    const { body } = await owner.http.get(`${path()}?limit=1`)
    expect(body).toMatchObject({ count: 2, items: [{ id: docs }] })
    expect((await owner.http.get(`${path()}?limit=1&page=${body.next.page}`)).body.items[0].id).toBe(design)
    expect((await guest.http.get(path())).status).toBe(403)
    expect((await guest.http.get(path(docs))).status).toBe(404)
    expect((await server.admin.http.get(path())).status).toBe(404)
  })

  test('updateTeamInOrganizationById, removeTeamFromOrganizationById: by its owners and by admins', async () => {
    const { organization, admin, enter, create, path } = await scene()
    const [owner, member] = [await enter('read'), await enter('create')]
    const team = await create('Docs', [member.id])
    const space = (await admin.http.post(`/v1/orgs/${organization}/spaces`)).body.id
    await admin.http.patch(`/v1/spaces/${space}`, { defaultLevel: null })
    await server.database.write((db) =>
      db.insertInto('grants').values({ id: space, space_id: space, team_id: team, role: 'read' }).execute(),
    )
    await admin.http.put(path(team, `/members/${owner.id}`), { role: 'owner' })
    expect((await member.http.patch(path(team), { title: 'Mine' })).status).toBe(403)
    expect((await owner.http.patch(path(team), { title: 'Ours' })).body).toMatchObject({
      title: 'Ours',
      members: 2,
      spaces: 1,
      permissions: { view: true, admin: true },
    })
    expect((await member.http.get(`/v1/spaces/${space}`)).status).toBe(200)
    expect((await member.http.delete(path(team))).status).toBe(403)
    expect((await server.admin.http.delete(path(team))).status).toBe(404)
    await owner.client.orgs.removeTeamFromOrganizationById(organization, team)
    expect((await member.http.get(`/v1/spaces/${space}`)).status).toBe(404)
    expect((await admin.http.delete(path(team))).status).toBe(404)
  })

  test('getTeamInOrganizationById: a team of another organization is 404', async () => {
    const [here, there] = [await scene(), await scene()]
    const team = await there.create('Docs')
    expect((await here.admin.http.get(here.path(team))).status).toBe(404)
    expect((await here.admin.http.put(here.path(team, '/members'), { add: [here.admin.id] })).status).toBe(404)
  })
})

describe('team members', () => {
  test('listTeamMembersInOrganizationById: as members of the organization, page by page', async () => {
    const { organization, admin, enter, create, path } = await scene()
    const people = [await enter('read'), await enter(null), await enter('edit')]
    const team = await create(
      'Docs',
      people.map(({ id }) => id),
    )
    const first = (await people[0]!.http.get(path(team, '/members?limit=2'))).body
    expect(first.count).toBe(3)
    expect(first.items[0]).toMatchObject({
      organization: { object: 'member', id: people[0]!.id, role: 'read', teams: 1 },
      team: { role: 'member' },
      permissions: { view: true },
    })
    const late = await enter('read')
    await admin.http.put(path(team, `/members/${late.id}`))
    const rest = (await admin.http.get(path(team, `/members?limit=2&page=${first.next.page}`))).body
    expect(rest.items.map((item: { organization: { id: string } }) => item.organization.id)).toEqual([
      people[2]!.id,
      late.id,
    ])
    expect((await people[1]!.http.get(path(team, '/members'))).status).toBe(404)
    const { data } = await admin.client.orgs.getMemberInOrganizationById(organization, late.id)
    expect(data.teams).toBe(1)
  })

  test('updateMembersInOrganizationTeam: adds, removes and updates at once; removal takes precedence', async () => {
    const { organization, admin, enter, create, path, roster } = await scene()
    const [stays, goes, comes, rises, both] = [
      await enter('read'),
      await enter('read'),
      await enter('read'),
      await enter('read'),
      await enter('read'),
    ]
    const team = await create('Docs', [stays.id, goes.id, rises.id])
    await admin.client.orgs.updateMembersInOrganizationTeam(organization, team, {
      add: [comes.email.toUpperCase(), both.id, stays.id],
      remove: [goes.id, both.email],
      memberships: { [rises.email]: { role: TeamMemberRole.Owner }, [both.id]: { role: TeamMemberRole.Owner } },
    })
    const expected = [`member ${stays.id}`, `member ${comes.id}`, `owner ${rises.id}`]
    expect((await roster(team)).sort()).toEqual(expected.sort())
    await rises.http.put(path(team, '/members'), { add: [rises.id], memberships: { [comes.id]: { role: 'owner' } } })
    expect(await roster(team)).toContain(`owner ${rises.id}`)
    expect(await roster(team)).toContain(`owner ${comes.id}`)
    expect((await admin.http.put(path(team, '/members'))).status).toBe(204)
  })

  test('updateMembersInOrganizationTeam: an unknown user is reported as 404, and nothing changes', async () => {
    const { admin, enter, create, path, roster } = await scene()
    const [member, other] = [await enter('read'), await enter('read')]
    const team = await create('Docs', [member.id])
    for (const body of [
      { add: [other.id, 'nobody@example.com'] },
      { add: [other.id], remove: [server.admin.id] },
      { remove: [member.id], memberships: { [server.admin.email]: { role: 'owner' } } },
    ]) {
      const { status, body: answer } = await admin.http.put(path(team, '/members'), body)
      expect(status).toBe(404)
      expect(answer.error.issues).toHaveLength(1)
      expect(await roster(team)).toEqual([`member ${member.id}`])
    }
    expect((await admin.http.put(path(team, '/members'), { memberships: { x: { role: 'boss' } } })).status).toBe(400)
    expect((await member.http.put(path(team, '/members'), { add: [other.id] })).status).toBe(403)
    expect((await server.admin.http.put(path(team, '/members'), { add: [other.id] })).status).toBe(404)
  })

  test('addMemberToOrganizationTeamById: adds, or changes the role; without one it stays', async () => {
    const { organization, admin, enter, create, path, roster } = await scene()
    const [owner, member] = [await enter('read'), await enter('read')]
    const team = await create('Docs')
    await admin.client.orgs.addMemberToOrganizationTeamById(organization, team, owner.id, {
      role: TeamMemberRole.Owner,
    })
    expect((await admin.http.put(path(team, `/members/${owner.id}`))).status).toBe(204)
    expect((await owner.http.put(path(team, `/members/${member.id}`), {})).status).toBe(204)
    expect((await roster(team)).sort()).toEqual([`member ${member.id}`, `owner ${owner.id}`])
    expect((await owner.http.put(path(team, `/members/${server.admin.id}`))).status).toBe(404)
    expect((await member.http.put(path(team, `/members/${member.id}`), { role: 'owner' })).status).toBe(403)
    expect((await owner.http.get(`/v1/orgs/${organization}`)).body.permissions.ownTeam).toBe(true)
  })

  test('deleteMemberFromOrganizationTeamById: removing a non-member is 404', async () => {
    const { organization, admin, enter, create, path, roster } = await scene()
    const member = await enter('read')
    const team = await create('Docs', [member.id])
    expect((await member.http.delete(path(team, `/members/${member.id}`))).status).toBe(403)
    await admin.client.orgs.deleteMemberFromOrganizationTeamById(organization, team, member.id)
    expect(await roster(team)).toEqual([])
    expect((await admin.http.delete(path(team, `/members/${member.id}`))).status).toBe(404)
  })

  test('addMemberToOrganizationTeamById, removeMemberFromOrganizationById: leaving an organization also leaves its teams', async () => {
    const { organization, admin, enter, create, path, roster } = await scene()
    const team = await create('Docs')
    for (let round = 0; round < 5; round++) {
      const { id } = await enter('read')
      await Promise.all([
        admin.http.put(path(team, `/members/${id}`)),
        admin.http.delete(`/v1/orgs/${organization}/members/${id}`),
        admin.http.put(path(team, '/members'), { add: [id] }),
      ])
    }
    expect(await roster(team)).toEqual([])
    expect((await admin.http.get(path(team))).body.members).toBe(0)
  })
})
