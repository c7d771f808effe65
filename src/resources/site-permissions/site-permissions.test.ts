import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enter, statusOf } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite } from '../../../test/support/sites.ts'
import { ROLES } from '../../access/roles.ts'
import type { Db, Role } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'

const server = startedServer()

/** A site with two spaces, the second accessible only to admins. */
async function arrange() {
  const site = await newSite(server, await server.found(), { spaces: ['Handbook', 'Secret'] })
  await site.admin.http.patch(`/v1/spaces/${site.spaces[1]}`, { defaultLevel: null })
  return { site, permissions: `${site.path}/permissions` }
}

async function createTeam({ organization, admin }: TestSite, ...members: Person[]): Promise<string> {
  const body = { title: 'Team', members: members.map(({ id }) => id) }
  return (await admin.http.put(`/v1/orgs/${organization}/teams`, body)).body.id
}

interface Held {
  permission: Role
  user?: { id: string }
  team?: { id: string }
  origin?: object
}

const rolesIn = (items: Held[]) =>
  Object.fromEntries(items.map(({ permission, user, team }) => [(user ?? team)!.id, permission]))

const rolesAt = async ({ http }: Person, path: string) => rolesIn((await http.get(path)).body.items)

describe('a role on a site', () => {
  test('inviteToSite, listUserPermissionsInSite: a guest can see and manage the site according to the role', async () => {
    const { site, permissions } = await arrange()
    const guest = await enter(server, site, null)
    const sites = `/v1/orgs/${site.organization}/sites`
    const invite = (role: Role | null) =>
      statusOf(site.admin.http.post(permissions, { users: [guest.id, guest.id], role }))
    expect(await statusOf(guest.http.get(site.path))).toBe(404)
    expect(await invite('read')).toBe(204)
    expect(await statusOf(guest.http.get(site.path))).toBe(200)
    expect((await guest.http.get(sites)).body.items.map(({ id }: { id: string }) => id)).toEqual([site.id])
    expect(await statusOf(guest.http.patch(site.path, { title: 'Mine' }))).toBe(403)
    expect(await invite('create')).toBe(204)
    expect(await rolesAt(guest, `${permissions}/users`)).toEqual({ [guest.id]: 'create' })
    expect(await statusOf(guest.http.patch(site.path, { title: 'Mine' }))).toBe(200)
    expect(await statusOf(guest.http.post(`${site.path}/unpublish`))).toBe(200)
    expect(await invite(null)).toBe(204)
    expect(await statusOf(guest.http.get(site.path))).toBe(404)
    expect((await guest.http.get(sites)).body.items).toEqual([])
  })

  test('inviteToSite: gives no role on the spaces of the site', async () => {
    const { site, permissions } = await arrange()
    const [guest, reader] = [await enter(server, site, null), await enter(server, site, 'read')]
    await site.admin.http.post(permissions, { users: [guest.id, reader.id], role: 'admin' })
    const [open, closed] = site.spaces as [string, string]
    const search = async ({ http }: Person) =>
      (await http.post(`${site.path}/search`, { query: 'guide', mode: 'all' })).body.items.map(
        ({ id }: { id: string }) => id,
      )
    for (const [person, readable] of [
      [guest, []],
      [reader, [open]],
    ] as const) {
      const { items } = (await person.http.get(`${site.path}/site-spaces`)).body
      expect(items.map(({ space }: { space: { id: string } }) => space.id)).toEqual([open, closed])
      expect(items[1].space.permissions).toMatchObject({ view: false, edit: false, admin: false })
      expect(await statusOf(person.http.get(`/v1/spaces/${closed}`))).toBe(404)
      expect(await statusOf(person.http.get(`/v1/spaces/${closed}/content/pages`))).toBe(404)
      expect(await search(person)).toEqual(readable)
      const [, closedSiteSpace] = site.siteSpaces
      expect(await statusOf(person.http.post(`${site.path}/site-spaces/${closedSiteSpace}/duplicate`))).toBe(404)
    }
    expect(await statusOf(guest.http.get(`/v1/spaces/${open}`))).toBe(404)
    expect(await statusOf(reader.http.patch(`/v1/spaces/${open}`, { title: 'Mine' }))).toBe(403)
  })

  test('inviteToSite: never lowers the role from the organization', async () => {
    const { site, permissions } = await arrange()
    const creator = await enter(server, site, 'create')
    await site.admin.http.post(permissions, { users: [creator.id], role: 'read' })
    expect(await statusOf(creator.http.patch(site.path, { title: 'Still' }))).toBe(200)
    expect((await rolesAt(site.admin, `${permissions}/aggregate`))[creator.id]).toBe('create')
  })

  test('inviteToSite, listTeamPermissionsInSite, updateTeamPermissionInSite, removeTeamFromSite: teams', async () => {
    const { site, permissions } = await arrange()
    const [guest, manager] = [await enter(server, site, null), await enter(server, site, null)]
    const team = await createTeam(site, guest)
    await site.admin.http.post(permissions, { users: [manager.id], role: 'create' })
    expect(await statusOf(manager.http.post(permissions, { teams: [team], role: 'read' }))).toBe(204)
    expect(await statusOf(guest.http.get(site.path))).toBe(200)
    const one = `${permissions}/teams/${team}`
    expect(await statusOf(manager.http.patch(one, { role: 'create' }))).toBe(204)
    expect(await rolesAt(guest, `${permissions}/teams`)).toEqual({ [team]: 'create' })
    expect(await statusOf(manager.http.delete(one))).toBe(204)
    expect(await statusOf(manager.http.delete(one))).toBe(404)
    expect(await statusOf(guest.http.get(site.path))).toBe(404)
  })

  test('updateUserPermissionInSite, removeUserFromSite: one user at a time', async () => {
    const { site, permissions } = await arrange()
    const [guest, stranger] = [await enter(server, site, null), await server.join()]
    const one = `${permissions}/users/${guest.id}`
    expect(await statusOf(site.admin.http.delete(one))).toBe(404)
    expect(await statusOf(site.admin.http.patch(one, { role: 'review' }))).toBe(204)
    expect(await statusOf(site.admin.http.patch(one, {}))).toBe(204)
    expect(await rolesAt(site.admin, `${permissions}/users`)).toEqual({ [guest.id]: 'review' })
    expect(await statusOf(site.admin.http.delete(one))).toBe(204)
    const patch = (id: string) => statusOf(site.admin.http.patch(`${permissions}/users/${id}`, { role: 'read' }))
    expect(await Promise.all([patch(stranger.id), patch('missing')])).toEqual([404, 404])
  })

  test('removeMemberFromOrganizationById: removes the roles on sites', async () => {
    const { site, permissions } = await arrange()
    const guest = await enter(server, site, null)
    await site.admin.http.post(permissions, { users: [guest.id], role: 'admin' })
    await site.admin.http.delete(`/v1/orgs/${site.organization}/members/${guest.id}`)
    expect(await rolesAt(site.admin, `${permissions}/users`)).toEqual({})
  })
})

test('listPermissionsAggregateInSite: shows the origin of each role', async () => {
  const { site, permissions } = await arrange()
  const [own, teamed, both, reader] = [
    await enter(server, site, null),
    await enter(server, site, 'read'),
    await enter(server, site, 'read'),
    await enter(server, site, 'review'),
  ]
  const team = await createTeam(site, teamed, both, reader)
  await site.admin.http.post(permissions, { users: [own.id, both.id], teams: [team], role: 'review' })
  const { items } = (await site.admin.http.get(`${permissions}/aggregate`)).body
  const origins = Object.fromEntries(items.map(({ user, origin }: Held) => [user!.id, origin]))
  expect(origins).toEqual({
    [site.admin.id]: { type: 'organization', organization: site.organization },
    [own.id]: { type: 'site', site: site.id, reason: 'member' },
    [both.id]: { type: 'site', site: site.id, reason: 'member' },
    [teamed.id]: { type: 'site', site: site.id, reason: 'team', team },
    [reader.id]: { type: 'organization', organization: site.organization },
  })
  expect(items.every((item: { disabled: boolean }) => item.disabled === false)).toBe(true)
})

describe('sets and single objects', () => {
  /** The target (0 and 1: the spaces, 2: the site), the grantee (0: the team) and the role. */
  type Grant = [number, number, Role]

  const grants = fc.uniqueArray(fc.tuple(fc.nat(2), fc.nat(4), fc.constantFrom(...ROLES)), {
    maxLength: 6,
    selector: ([place, holder]) => `${place} ${holder}`,
  })

  async function give(db: Db, site: TestSite, holders: string[], given: Grant[]) {
    await db.deleteFrom('grants').execute()
    for (const [place, holder, role] of given) {
      const on = place === 2 ? { site_id: site.id } : { space_id: site.spaces[place]! }
      const to = holder === 0 ? { team_id: holders[0]! } : { user_id: holders[holder]! }
      await db
        .insertInto('grants')
        .values({ id: newId(), ...on, ...to, role })
        .execute()
    }
  }

  test('listPermissionsAggregateInSite, listSites: agree with the access of each user', async () => {
    const { site, permissions } = await arrange()
    const people = [site.admin]
    for (const role of [null, null, 'read', 'create'] as const) people.push(await enter(server, site, role))
    const team = await createTeam(site, people[2]!, people[3]!)
    const holders = [team, ...people.slice(1).map(({ id }) => id)]
    await fc.assert(
      fc.asyncProperty(grants, async (given) => {
        await server.database.write((db) => give(db, site, holders, given))
        const listed = await rolesAt(site.admin, `${permissions}/aggregate`)
        for (const person of people) {
          const seen = await statusOf(person.http.get(site.path))
          const { count } = (await person.http.get(`/v1/orgs/${site.organization}/sites`)).body
          const manages = (await statusOf(person.http.get(`${permissions}/users`))) === 200
          const role = listed[person.id]
          expect([seen, count, manages]).toEqual([
            role ? 200 : 404,
            role ? 1 : 0,
            role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf('create'),
          ])
        }
      }),
      { numRuns: 20 },
    )
  }, 180_000)
})
