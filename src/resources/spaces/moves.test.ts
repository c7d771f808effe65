import { describe, expect, test } from 'vitest'
import {
  addMember,
  afterSpace,
  beforeSpace,
  createCollection,
  createSpace,
  listIds,
  statusOf,
} from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

describe('moving and transferring', () => {
  test('moveSpace: exactly before or after a sibling, or at the end', async () => {
    const scene = await server.found()
    const spaces = [await createSpace(scene), await createSpace(scene), await createSpace(scene)]
    const [a, b, c] = spaces as [{ id: string }, { id: string }, { id: string }]
    const move = async (space: { id: string }, body: object) => {
      expect(await statusOf(scene.admin.http.post(`/v1/spaces/${space.id}/move`, body))).toBe(200)
      return (await listIds(scene, 'spaces')).map((id) => 'abc'[spaces.findIndex((known) => known.id === id)]).join('')
    }
    expect(await move(c, beforeSpace(a))).toBe('cab')
    expect(await move(c, beforeSpace(b))).toBe('acb')
    expect(await move(a, afterSpace(c))).toBe('cab')
    expect(await move(c, {})).toBe('abc')
    expect(await move(b, afterSpace(a))).toBe('abc')
    expect(await move(c, {})).toBe('abc')
    for (const body of [
      beforeSpace(c),
      beforeSpace({ id: 'missing' }),
      { position: { before: { type: 'page', page: 'x' } } },
    ])
      expect(await statusOf(scene.admin.http.post(`/v1/spaces/${c.id}/move`, body))).toBe(400)
  })

  test('moveSpace: into a collection and out again', async () => {
    const scene = await server.found()
    const [outer, space] = [await createCollection(scene), await createSpace(scene)]
    const inner = await createCollection(scene, { parent: outer.id })
    const { spaces } = scene.admin.client
    const beside = { position: { before: { type: 'collection' as const, collection: inner.id } } }
    const { data: moved } = await spaces.moveSpace(space.id, { parent: outer.id, ...beside })
    expect(moved).toMatchObject({ parent: outer.id, visibility: 'in-collection' })
    expect((await spaces.moveSpace(space.id, { parent: inner.id })).data.parent).toBe(inner.id)
    const wrongPlace = await scene.admin.http.post(`/v1/spaces/${space.id}/move`, {
      parent: outer.id,
      ...beforeSpace(space),
    })
    expect(wrongPlace.status).toBe(400)
    const { data: out } = await spaces.moveSpace(space.id, { parent: null })
    expect(out.visibility).toBe('private')
    expect(out).not.toHaveProperty('parent')
    expect(await statusOf(scene.admin.http.post(`/v1/spaces/${space.id}/move`, { parent: 'missing' }))).toBe(404)
  })

  test('moveSpace: needs `create` on the space and on the target', async () => {
    const [closed, space] = [await createCollection(server), await createSpace(server)]
    await server.admin.http.patch(`/v1/collections/${closed.id}`, { defaultLevel: 'read' })
    const creator = await server.join('create')
    const move = (person: Person, parent: string | null) =>
      statusOf(person.http.post(`/v1/spaces/${space.id}/move`, { parent }))
    expect(await move(creator, closed.id)).toBe(403)
    expect(await move(await server.join('review'), null)).toBe(403)
    expect(await move(creator, null)).toBe(200)
  })

  test('createSpace, moveSpace: concurrent operations lose nothing, and positions stay unique', async () => {
    const scene = await server.found()
    const parent = (await createCollection(scene)).id
    const old = await Promise.all(Array.from({ length: 6 }, () => createSpace(scene)))
    const created = old.map(() => createSpace(scene, { parent }))
    const moved = old.map((space, at) =>
      scene.admin.http.post(`/v1/spaces/${space.id}/move`, {
        parent,
        ...(at % 2 ? { position: {} } : {}),
      }),
    )
    expect((await Promise.all(moved)).map(({ status }) => status)).toEqual(old.map(() => 200))
    const ids = [...old, ...(await Promise.all(created))].map(({ id }) => id)
    expect([...(await listIds(scene, 'spaces'))].sort()).toEqual([...ids].sort())
    const front = await Promise.all(
      ids.slice(1).map((id) => scene.admin.http.post(`/v1/spaces/${id}/move`, beforeSpace({ id: ids[0]! }))),
    )
    expect(front.map(({ status }) => status)).toEqual(ids.slice(1).map(() => 200))
    expect((await listIds(scene, 'spaces')).at(-1)).toBe(ids[0])
    const rows = await server.database.read
      .selectFrom('spaces')
      .select('position')
      .where('parent_id', '=', parent)
      .execute()
    expect(new Set(rows.map(({ position }) => position)).size).toBe(ids.length)
  })

  test('transferSpace: drops grants and is placed last in the other organization', async () => {
    const [here, there] = [await server.found(), await server.found()]
    const space = await createSpace(here, { parent: (await createCollection(here)).id })
    const first = await createSpace(there)
    await addMember(server, there.organization, here.admin, 'create')
    await addMember(server, here.organization, there.admin, 'read')
    const at = `/v1/spaces/${space.id}`
    await here.admin.http.post(`${at}/permissions`, { users: [there.admin.id], role: 'edit' })
    const target = { organization: there.organization }
    expect(await statusOf(there.admin.http.post(`${at}/transfer`, target))).toBe(403)
    const { data } = await here.admin.client.spaces.transferSpace(space.id, target)
    expect(data).toMatchObject({ organization: there.organization, visibility: 'private', revision: space.revision })
    expect(data).not.toHaveProperty('parent')
    expect(await listIds(there, 'spaces')).toEqual([first.id, space.id])
    expect((await there.admin.http.get(`${at}/permissions/users`)).body).toEqual({ count: 0, items: [] })
  })

  test('transferSpace: its change requests are those of the other organization from then on', async () => {
    const [here, there] = [await server.found(), await server.found()]
    const space = await createSpace(here)
    await addMember(server, there.organization, here.admin, 'create')
    const drafts = async ({ admin, organization }: typeof here) =>
      (await admin.http.get(`/v1/orgs/${organization}/change-requests?status=draft`)).body.items.map(
        ({ subject }: { subject: string }) => subject,
      )
    const propose = (subject: string) => here.admin.http.post(`/v1/spaces/${space.id}/change-requests`, { subject })
    await propose('Before')
    expect(await drafts(here)).toEqual(['Before'])
    await here.admin.client.spaces.transferSpace(space.id, { organization: there.organization })
    await propose('After')
    expect([await drafts(here), await drafts(there)]).toEqual([[], ['After', 'Before']])
  })

  test('transferSpace: to its own organization changes nothing; elsewhere the caller needs to create content', async () => {
    const scene = await server.found()
    const [space, last] = [await createSpace(scene), await createSpace(scene)]
    const transfer = (organization: string) =>
      scene.admin.http.post(`/v1/spaces/${space.id}/transfer`, { organization })
    expect((await transfer(scene.organization)).body).toEqual(space)
    expect(await listIds(scene, 'spaces')).toEqual([space.id, last.id])
    expect((await transfer(server.organization)).status).toBe(404)
    await addMember(server, server.organization, scene.admin, 'edit')
    expect((await transfer(server.organization)).status).toBe(403)
    expect((await scene.admin.http.post(`/v1/spaces/${space.id}/transfer`)).status).toBe(400)
  })
})
