import { MemberRole } from '@gitbook/api'
import { describe, expect, test } from 'vitest'
import { createCollection, createSpace, enter, type Scene, statusOf } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import type { Role } from '../../db/tables.ts'
import { insertTeam } from '../../domain/people/teams.ts'

const server = startedServer()

const create = { spaces: createSpace, collections: createCollection }
type What = keyof typeof create

async function createTeam({ organization }: Scene, ...members: Person[]): Promise<string> {
  return server.database.write(async (db) => {
    const team = await insertTeam(db, organization, 'Writers')
    const created_at = team.created_at
    for (const { id } of members)
      await db
        .insertInto('team_members')
        .values({ team_id: team.id, user_id: id, role: 'member', created_at })
        .execute()
    return team.id
  })
}

/** An object without default access, the path of its permissions, and the permissions of a user on it. */
async function createClosed(what: What, scene: Scene = server) {
  const { id } = await create[what](scene)
  const at = `/v1/${what}/${id}`
  await scene.admin.http.patch(at, { defaultLevel: null })
  return { id, at, permissions: `${at}/permissions` }
}

const rolesIn = (items: { permission: Role; user?: { id: string }; team?: { id: string } }[]) =>
  Object.fromEntries(items.map(({ permission, user, team }) => [(user ?? team)!.id, permission]))

const rolesAt = async (path: string, { admin }: Pick<Scene, 'admin'> = server) => {
  const { body } = await admin.http.get(path)
  expect(body.count).toBe(body.items.length)
  return rolesIn(body.items)
}

describe.each(['spaces', 'collections'] as const)('permissions of %s', (what) => {
  test('inviteToSpace, inviteToCollection, listUserPermissionsInSpace, listUserPermissionsInCollection: users get a role, another role, none', async () => {
    const { at, permissions } = await createClosed(what)
    const [guest, reader] = [await server.join(null), await server.join('read')]
    const invite = (role: Role | null, ...users: Person[]) =>
      statusOf(server.admin.http.post(permissions, { users: users.map(({ id }) => id), role }))
    expect(await statusOf(guest.http.get(at))).toBe(404)
    expect(await invite('read', guest, reader, guest)).toBe(204)
    expect(await statusOf(guest.http.get(at))).toBe(200)
    expect(await invite('create', guest)).toBe(204)
    expect(await rolesAt(`${permissions}/users`)).toEqual({ [guest.id]: 'create', [reader.id]: 'read' })
    expect((await guest.http.get(at)).body.permissions.admin).toBe(true)
    expect(await invite(null, guest, await server.join(null))).toBe(204)
    expect(await statusOf(guest.http.get(at))).toBe(404)
    expect(await rolesAt(`${permissions}/users`)).toEqual({ [reader.id]: 'read' })
  })

  test('inviteToSpace, inviteToCollection, listTeamPermissionsInSpace, listTeamPermissionsInCollection: so do teams', async () => {
    const { at, permissions } = await createClosed(what)
    const [guest, other] = [await server.join(null), await server.join(null)]
    const team = await createTeam(server, guest)
    const both = { teams: [team], users: [other.id], role: 'edit' }
    expect(await statusOf(server.admin.http.post(permissions, both))).toBe(204)
    expect(await statusOf(guest.http.get(at))).toBe(200)
    expect(await statusOf(other.http.get(at))).toBe(200)
    const { body } = await server.admin.http.get(`${permissions}/teams`)
    expect(body).toEqual({
      count: 1,
      items: [
        {
          permission: 'edit',
          team: expect.objectContaining({ object: 'team', id: team, title: 'Writers', members: 1 }),
        },
      ],
    })
    expect(body.items[0].team.spaces).toBe(what === 'spaces' ? 1 : 0)
    await server.admin.http.post(permissions, { teams: [team], role: null })
    expect(await statusOf(guest.http.get(at))).toBe(404)
    expect(await statusOf(other.http.get(at))).toBe(200)
  })

  test('inviteToSpace, inviteToCollection: a non-member is 404, and nothing changes', async () => {
    const { permissions } = await createClosed(what)
    const [guest, elsewhere] = [await server.join(null), await server.found()]
    const [own, foreign] = [await createTeam(server), await createTeam(elsewhere)]
    const refused = [
      { users: [guest.id, elsewhere.admin.id] },
      { users: [guest.id, 'missing'] },
      { users: [guest.id], teams: [own, foreign] },
      { teams: [own, 'missing'] },
    ]
    for (const body of refused) {
      expect(await statusOf(server.admin.http.post(permissions, { ...body, role: 'read' }))).toBe(404)
      expect(await statusOf(server.admin.http.post(permissions, { ...body, role: null }))).toBe(404)
    }
    expect(await rolesAt(`${permissions}/users`)).toEqual({})
    expect(await rolesAt(`${permissions}/teams`)).toEqual({})
    const malformed = [
      { users: [guest.id] },
      { role: 'read' },
      { users: [], role: 'read' },
      { users: [1], role: 'read' },
    ]
    for (const body of [...malformed, { users: [guest.id], role: 'owner' }, undefined])
      expect(await statusOf(server.admin.http.post(permissions, body))).toBe(400)
  })

  test('updateUserPermissionInSpace, updateUserPermissionInCollection, removeUserFromSpace, removeUserFromCollection: one user at a time', async () => {
    const { permissions } = await createClosed(what)
    const [guest, stranger] = [await server.join(null), await server.join()]
    const one = `${permissions}/users/${guest.id}`
    expect(await statusOf(server.admin.http.delete(one))).toBe(404)
    expect(await statusOf(server.admin.http.patch(one, { role: 'review' }))).toBe(204)
    expect(await statusOf(server.admin.http.patch(one, {}))).toBe(204)
    expect(await rolesAt(`${permissions}/users`)).toEqual({ [guest.id]: 'review' })
    expect(await statusOf(server.admin.http.patch(one, { role: 'comment' }))).toBe(204)
    expect(await rolesAt(`${permissions}/users`)).toEqual({ [guest.id]: 'comment' })
    expect(await statusOf(server.admin.http.delete(one))).toBe(204)
    expect(await statusOf(server.admin.http.delete(one))).toBe(404)
    expect(await statusOf(server.admin.http.patch(one, { role: null }))).toBe(204)
    expect(await statusOf(server.admin.http.patch(one, { role: 'inherit' }))).toBe(400)
    const patch = (id: string) => statusOf(server.admin.http.patch(`${permissions}/users/${id}`, { role: 'read' }))
    expect(await Promise.all([patch(stranger.id), patch('missing')])).toEqual([404, 404])
  })

  test('updateTeamPermissionInSpace, updateTeamPermissionInCollection, removeTeamFromSpace, removeTeamFromCollection: one team at a time', async () => {
    const { at, permissions } = await createClosed(what)
    const guest = await server.join(null)
    const [team, foreign] = [await createTeam(server, guest), await createTeam(await server.found())]
    const one = `${permissions}/teams/${team}`
    expect(await statusOf(server.admin.http.delete(one))).toBe(404)
    expect(await statusOf(server.admin.http.patch(one, { role: 'create' }))).toBe(204)
    expect(await rolesAt(`${permissions}/teams`, { admin: guest })).toEqual({ [team]: 'create' })
    expect(await statusOf(server.admin.http.delete(one))).toBe(204)
    expect(await statusOf(guest.http.get(at))).toBe(404)
    const patch = (id: string) => statusOf(server.admin.http.patch(`${permissions}/teams/${id}`, { role: 'read' }))
    expect(await Promise.all([patch(foreign), patch('missing')])).toEqual([404, 404])
  })

  test('listPermissionsAggregateInSpace, listPermissionsAggregateInCollection: everybody with access and their highest role', async () => {
    const scene = await server.found()
    const parent = await createCollection(scene)
    const { id } = await create[what](scene, { parent: parent.id })
    const permissions = `/v1/${what}/${id}/permissions`
    const [reader, reviewer] = [await enter(server, scene, 'read'), await enter(server, scene, 'review')]
    const [guest, outsider] = [await enter(server, scene, null), await enter(server, scene, null)]
    const team = await createTeam(scene, reader, guest)
    const aggregate = (query = '') => rolesAt(`${permissions}/aggregate${query}`, scene)
    const everybody = { [scene.admin.id]: 'admin', [reader.id]: 'read', [reviewer.id]: 'review' }
    expect(await aggregate()).toEqual(everybody)
    await scene.admin.http.post(`/v1/collections/${parent.id}/permissions`, { teams: [team], role: 'comment' })
    await scene.admin.http.post(permissions, { users: [guest.id, reviewer.id], role: 'edit' })
    const raised = { ...everybody, [reader.id]: 'comment', [guest.id]: 'edit' }
    expect(await aggregate()).toEqual(raised)
    expect(await aggregate('?role=edit')).toEqual({ [guest.id]: 'edit' })
    expect(await aggregate('?role=create')).toEqual({})
    await scene.admin.http.patch(`/v1/collections/${parent.id}`, { defaultLevel: null })
    expect(await aggregate()).toEqual({ ...raised, [reviewer.id]: 'edit' })
    expect(await aggregate()).not.toHaveProperty(outsider.id)
    expect(await statusOf(scene.admin.http.get(`${permissions}/aggregate?role=guest`))).toBe(400)
  })

  test('listUserPermissionsInSpace, listUserPermissionsInCollection, listPermissionsAggregateInSpace, listPermissionsAggregateInCollection: page by page, by user', async () => {
    const scene = await server.found()
    const { permissions } = await createClosed(what, scene)
    const people: Person[] = []
    for (let n = 0; n < 5; n++) people.push(await enter(server, scene, null))
    const users = people.map(({ id }) => id)
    await scene.admin.http.post(permissions, { users, role: 'read' })
    for (const [name, expected] of [
      ['users', users],
      ['aggregate', [scene.admin.id, ...users]],
    ] as const) {
      const seen: string[] = []
      let page = ''
      do {
        const { body } = await scene.admin.http.get(`${permissions}/${name}?limit=2${page}`)
        expect(body.count).toBe(expected.length)
        seen.push(...Object.keys(rolesIn(body.items)))
        page = body.next ? `&page=${body.next.page}` : ''
      } while (page)
      expect(seen).toEqual([...expected].sort())
    }
  })

  test('inviteToSpace, inviteToCollection, listTeamPermissionsInSpace, listTeamPermissionsInCollection: for those who administrate it, and nobody else', async () => {
    const { id } = await create[what](server)
    const permissions = `/v1/${what}/${id}/permissions`
    const [creator, reviewer, guest] = [
      await server.join('create'),
      await server.join('review'),
      await server.join(null),
    ]
    const everything = async ({ http }: Person) => {
      const one = `${permissions}/users/${reviewer.id}`
      const lists = ['users', 'teams', 'aggregate'].map((name) => http.get(`${permissions}/${name}`))
      const reads = (await Promise.all(lists)).map(({ status }) => status)
      const invited = await http.post(permissions, { users: [reviewer.id], role: 'review' })
      const updated = await http.patch(one, { role: 'read' })
      return [...reads, invited.status, updated.status, (await http.delete(one)).status]
    }
    expect(await everything(creator)).toEqual([200, 200, 200, 204, 204, 204])
    expect(new Set(await everything(reviewer))).toEqual(new Set([403]))
    expect(new Set(await everything(guest))).toEqual(new Set([404]))
  })

  test('updateUserPermissionInSpace, updateUserPermissionInCollection: events record the grants', async () => {
    const { id, permissions } = await createClosed(what)
    const guest = await server.join(null)
    await server.admin.http.patch(`${permissions}/users/${guest.id}`, { role: 'edit' })
    const event = await server.database.read
      .selectFrom('events')
      .select(['action', 'actor_id', 'data'])
      .where('target_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ action: `${what.slice(0, -1)}.permissions.updated`, actor_id: server.admin.id })
    expect(JSON.parse(event.data)).toEqual({ user: guest.id, role: 'edit' })
  })
})

describe('through the public client', () => {
  test('inviteToSpace, listPermissionsAggregateInSpace, updateUserPermissionInSpace, removeUserFromSpace: spaces', async () => {
    const { id } = await createClosed('spaces')
    const guest = await server.join(null)
    const { spaces } = server.admin.client
    await spaces.inviteToSpace(id, { users: [guest.id], role: MemberRole.Read })
    await spaces.updateUserPermissionInSpace(id, guest.id, { role: MemberRole.Edit })
    const { data } = await spaces.listPermissionsAggregateInSpace(id, { role: MemberRole.Edit })
    expect(data.items.map(({ user }) => user.id)).toEqual([guest.id])
    expect(data.items[0]?.user).toEqual((await server.admin.client.users.getUserById(guest.id)).data)
    await spaces.removeUserFromSpace(id, guest.id)
    expect((await spaces.listUserPermissionsInSpace(id)).data.items).toEqual([])
  })

  test('inviteToCollection, listTeamPermissionsInCollection, updateTeamPermissionInCollection, removeTeamFromCollection: collections', async () => {
    const { id } = await createClosed('collections')
    const team = await createTeam(server)
    const { collections } = server.admin.client
    await collections.inviteToCollection(id, { teams: [team], role: MemberRole.Read })
    await collections.updateTeamPermissionInCollection(id, team, { role: MemberRole.Edit })
    const { data } = await collections.listTeamPermissionsInCollection(id)
    expect(data.items).toMatchObject([{ permission: 'edit', team: { id: team } }])
    await collections.removeTeamFromCollection(id, team)
    expect((await collections.listTeamPermissionsInCollection(id)).data.count).toBe(0)
  })
})
