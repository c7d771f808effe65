import { describe, expect, test } from 'vitest'
import {
  addMember,
  createCollection,
  createSpace,
  enter,
  list,
  listIds,
  type Scene,
  statusOf,
} from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'

const server = startedServer()

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)
const beforeCollection = ({ id }: { id: string }) => ({
  position: { before: { type: 'collection' as const, collection: id } },
})

/** The direct contents of the collection, as the caller sees them. */
const spacesIn = async ({ admin }: Pick<Scene, 'admin'>, collection: { id: string }): Promise<string[]> =>
  ids((await admin.http.get(`/v1/collections/${collection.id}/spaces`)).body.items)

describe('creating and changing collections', () => {
  test('createCollection, getCollectionById: a new collection inherits, and is found by its id', async () => {
    const created = await server.admin.http.post(`/v1/orgs/${server.organization}/collections`, { title: 'Guides' })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(created.body.urls.location)
    expect(created.body).toEqual({
      object: 'collection',
      id: expect.any(String),
      title: 'Guides',
      organization: server.organization,
      defaultLevel: 'inherit',
      urls: { location: expect.stringContaining('/v1/collections/'), app: expect.any(String) },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    })
    const { data } = await server.admin.client.collections.getCollectionById(created.body.id)
    expect(data).toEqual(created.body)
    const { data: nested } = await server.admin.client.orgs.createCollection(server.organization, { parent: data.id })
    expect(nested).toMatchObject({ title: 'Untitled collection', parent: data.id })
  })

  test('createCollection: only where the caller may create', async () => {
    const collection = await createCollection(server)
    const other = await server.found()
    const [reviewer, guest] = [await server.join('review'), await server.join(null)]
    const collections = `/v1/orgs/${server.organization}/collections`
    const inside = { parent: collection.id }
    await server.admin.http.post(`/v1/collections/${collection.id}/permissions`, { users: [guest.id], role: 'create' })
    expect(await statusOf(reviewer.http.post(collections))).toBe(403)
    expect(await statusOf(reviewer.http.post(collections, inside))).toBe(403)
    expect(await statusOf(guest.http.post(collections))).toBe(403)
    expect(await statusOf(guest.http.post(collections, inside))).toBe(201)
    expect(await statusOf(other.admin.http.post(collections, inside))).toBe(404)
    expect(await statusOf(other.admin.http.post(`/v1/orgs/${other.organization}/collections`, inside))).toBe(404)
    expect(await statusOf(server.admin.http.post(collections, { parent: 'missing' }))).toBe(404)
    expect(await statusOf(server.admin.http.post(collections, { title: 'x'.repeat(51) }))).toBe(400)
  })

  test('updateCollectionById: an omitted field stays', async () => {
    const { id } = await createCollection(server, { title: 'Before' })
    const at = `/v1/collections/${id}`
    const { data } = await server.admin.client.collections.updateCollectionById(id, { description: 'All of it' })
    expect(data).toMatchObject({ title: 'Before', description: 'All of it' })
    expect((await server.admin.http.patch(at, { title: 'After', defaultLevel: null })).body).toMatchObject({
      title: 'After',
      description: 'All of it',
      defaultLevel: null,
    })
    expect((await server.admin.http.patch(at, {})).body).toEqual((await server.admin.http.get(at)).body)
    const { status, body } = await server.admin.http.patch(at, { description: 'x'.repeat(101), defaultLevel: 'owner' })
    expect(status).toBe(400)
    expect(ids(body.error.issues.map(({ path }: { path: string }) => ({ id: path }))).sort()).toEqual([
      'defaultLevel',
      'description',
    ])
  })

  test('updateCollectionById, getCollectionById: permissions, and 404 without any', async () => {
    const { id } = await createCollection(server)
    const at = `/v1/collections/${id}`
    const [creator, reviewer, guest] = [
      await server.join('create'),
      await server.join('review'),
      await server.join(null),
    ]
    expect(await statusOf(creator.http.patch(at, { title: 'Mine' }))).toBe(200)
    expect(await statusOf(reviewer.http.patch(at, { title: 'Mine' }))).toBe(403)
    expect((await reviewer.http.get(at)).body.permissions).toEqual({
      view: true,
      admin: false,
      viewInviteLinks: false,
      create: false,
    })
    const missing = await guest.http.get('/v1/collections/missing')
    expect((await guest.http.get(at)).body).toEqual(missing.body)
    const { body } = await creator.http.patch(at, { defaultLevel: null })
    expect(body.permissions.view).toBe(false)
    expect(await statusOf(creator.http.get(at))).toBe(404)
  })
})

describe('lists', () => {
  test('listCollectionsInOrganizationById: nested or only those at the root, in order, page by page', async () => {
    const scene = await server.found()
    const [a, b] = [await createCollection(scene), await createCollection(scene)]
    const [inner, innermost] = [await createCollection(scene, { parent: a.id }), await createCollection(scene)]
    await scene.admin.http.post(`/v1/collections/${innermost.id}/move`, { parent: inner.id })
    await scene.admin.http.post(`/v1/collections/${b.id}/move`, beforeCollection(a))
    const { orgs } = scene.admin.client
    const { data: root } = await orgs.listCollectionsInOrganizationById(scene.organization, { nested: false })
    expect([ids(root.items), root.count]).toEqual([[b.id, a.id], 2])
    const { data: first } = await orgs.listCollectionsInOrganizationById(scene.organization, { limit: 3 })
    const { data: second } = await orgs.listCollectionsInOrganizationById(scene.organization, {
      limit: 3,
      page: first.next!.page,
    })
    expect([...ids(first.items), ...ids(second.items)]).toEqual([b.id, a.id, inner.id, innermost.id])
    expect([first.count, second.count, second.next]).toEqual([4, 4, undefined])
    expect(await statusOf(scene.admin.http.get(`/v1/orgs/${scene.organization}/collections?nested=maybe`))).toBe(400)
  })

  test('listCollectionsInOrganizationById, listSpacesInCollectionById: each caller sees only what they have access to', async () => {
    const scene = await server.found()
    const [open, closed] = [await createCollection(scene), await createCollection(scene)]
    const inside = await createCollection(scene, { parent: closed.id })
    await scene.admin.http.patch(`/v1/collections/${closed.id}`, { defaultLevel: null })
    const [reader, guest] = [await enter(server, scene, 'read'), await enter(server, scene, null)]
    await scene.admin.http.post(`/v1/collections/${closed.id}/permissions`, { users: [guest.id], role: 'read' })
    const seen = { organization: scene.organization }
    expect(await listIds({ ...seen, admin: reader }, 'collections')).toEqual([open.id])
    expect(await listIds({ ...seen, admin: guest }, 'collections')).toEqual([closed.id, inside.id])

    const [shown, hidden] = [
      await createSpace(scene, { parent: closed.id }),
      await createSpace(scene, { parent: open.id }),
    ]
    await createSpace(scene, { parent: inside.id })
    await scene.admin.http.patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null })
    expect(await spacesIn({ admin: guest }, closed)).toEqual([shown.id])
    expect(await spacesIn({ admin: reader }, open)).toEqual([])
    expect(await statusOf(reader.http.get(`/v1/collections/${closed.id}/spaces`))).toBe(404)
  })

  test('listSpacesInCollectionById: in order, page by page, without deleted ones', async () => {
    const scene = await server.found()
    const collection = await createCollection(scene)
    const spaces = []
    for (let n = 0; n < 4; n++) spaces.push(await createSpace(scene, { parent: collection.id }))
    await scene.admin.http.delete(`/v1/spaces/${spaces[1].id}`)
    const { collections } = scene.admin.client
    const { data: first } = await collections.listSpacesInCollectionById(collection.id, { limit: 2 })
    const page = first.next!.page
    const { data: second } = await collections.listSpacesInCollectionById(collection.id, { limit: 2, page })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([spaces[0].id, spaces[2].id, spaces[3].id])
    expect([first.count, second.next]).toEqual([3, undefined])
  })
})

describe('deleting', () => {
  test('deleteCollectionById: its contents take its position, in order', async () => {
    const scene = await server.found()
    const [first, doomed, last] = [
      await createCollection(scene),
      await createCollection(scene),
      await createCollection(scene),
    ]
    const place = { parent: doomed.id }
    const [b, a] = [await createCollection(scene, place), await createCollection(scene, place)]
    await scene.admin.http.post(`/v1/collections/${a.id}/move`, beforeCollection(b))
    const [space, deleted] = [await createSpace(scene, place), await createSpace(scene, place)]
    const deep = await createSpace(scene, { parent: b.id })
    await scene.admin.http.delete(`/v1/spaces/${deleted.id}`)

    expect(await statusOf(scene.admin.http.delete(`/v1/collections/${doomed.id}`))).toBe(204)
    expect(await listIds(scene, 'collections')).toEqual(ids([first, a, b, last]))
    expect((await list(scene, 'collections')).every(({ parent }) => parent === undefined)).toBe(true)
    expect((await scene.admin.http.get(`/v1/spaces/${space.id}`)).body).toMatchObject({ visibility: 'private' })
    expect((await scene.admin.http.get(`/v1/spaces/${deep.id}`)).body).toMatchObject({ parent: b.id })
    const restored = await scene.admin.http.post(`/v1/spaces/${deleted.id}/restore`)
    expect(restored.body).not.toHaveProperty('parent')
    expect(await statusOf(scene.admin.http.get(`/v1/collections/${doomed.id}`))).toBe(404)
    expect(await statusOf(scene.admin.http.delete(`/v1/collections/${doomed.id}`))).toBe(404)
  })

  test('deleteCollectionById: roles given on it vanish; only who may administrate it may delete it', async () => {
    const outer = await createCollection(server)
    const inner = await createCollection(server, { parent: outer.id })
    const space = await createSpace(server, { parent: inner.id })
    const guest = await server.join(null)
    await server.admin.http.post(`/v1/collections/${inner.id}/permissions`, { users: [guest.id], role: 'review' })
    expect(await statusOf(guest.http.get(`/v1/spaces/${space.id}`))).toBe(200)
    expect(await statusOf(guest.http.delete(`/v1/collections/${inner.id}`))).toBe(403)
    await server.admin.client.collections.deleteCollectionById(inner.id)
    expect(await statusOf(guest.http.get(`/v1/spaces/${space.id}`))).toBe(404)
    expect((await server.admin.http.get(`/v1/spaces/${space.id}`)).body).toMatchObject({
      parent: outer.id,
      visibility: 'in-collection',
    })
  })

  test('deleteCollectionById: deleting a collection gives nobody more access', async () => {
    const closed = await createCollection(server)
    await server.admin.http.patch(`/v1/collections/${closed.id}`, { defaultLevel: null })
    const space = await createSpace(server, { parent: closed.id })
    const member = await server.join('edit')
    expect(await statusOf(member.http.get(`/v1/spaces/${space.id}`))).toBe(404)
    await server.admin.http.delete(`/v1/collections/${closed.id}`)
    expect(await statusOf(member.http.get(`/v1/spaces/${space.id}`))).toBe(404)
    expect((await server.admin.http.get(`/v1/spaces/${space.id}`)).body.defaultLevel).toBe(null)
  })
})

describe('moving', () => {
  test('moveCollection: into another, out again, and next to spaces', async () => {
    const scene = await server.found()
    const [a, b, space] = [await createCollection(scene), await createCollection(scene), await createSpace(scene)]
    const { collections } = scene.admin.client
    expect((await collections.moveCollection(b.id, { parent: a.id })).data.parent).toBe(a.id)
    expect((await collections.moveCollection(b.id, { position: {} })).data.parent).toBe(a.id)
    const next = { position: { after: { type: 'space' as const, space: space.id } } }
    expect(await statusOf(scene.admin.http.post(`/v1/collections/${b.id}/move`, next))).toBe(400)
    expect((await collections.moveCollection(b.id, { parent: null, ...next })).data).not.toHaveProperty('parent')
    expect(await statusOf(scene.admin.http.post(`/v1/collections/${a.id}/move`, next))).toBe(200)
    expect(await listIds(scene, 'collections')).toEqual(ids([a, b]))
    expect(await statusOf(scene.admin.http.post(`/v1/collections/${a.id}/move`, { parent: 'missing' }))).toBe(404)
  })

  test('moveCollection: never into itself or its descendants, even with concurrent moves', async () => {
    const [a, b] = [await createCollection(server), await createCollection(server)]
    const inner = await createCollection(server, { parent: a.id })
    const move = (from: { id: string }, parent: { id: string }) =>
      statusOf(server.admin.http.post(`/v1/collections/${from.id}/move`, { parent: parent.id }))
    expect(await move(a, a)).toBe(400)
    expect(await move(a, inner)).toBe(400)
    expect((await Promise.all([move(a, b), move(b, inner)])).sort()).toEqual([200, 400])
  })

  test('moveCollection: needs `create` on it and on the target', async () => {
    const [moving, closed] = [await createCollection(server), await createCollection(server)]
    await server.admin.http.patch(`/v1/collections/${closed.id}`, { defaultLevel: 'read' })
    const [creator, editor] = [await server.join('create'), await server.join('edit')]
    const move = `/v1/collections/${moving.id}/move`
    expect(await statusOf(creator.http.post(move, { parent: closed.id }))).toBe(403)
    expect(await statusOf(editor.http.post(move, {}))).toBe(403)
    expect(await statusOf(creator.http.post(move, {}))).toBe(200)
  })
})

describe('transferring', () => {
  const invite = ({ organization }: Scene) => ({
    id: newId(),
    organization_id: organization,
    role: 'read' as const,
    created_at: now(),
  })

  test('transferCollection: includes its contents and drops all grants', async () => {
    const [here, there] = [await server.found(), await server.found()]
    const home = await createCollection(here)
    const top = await createCollection(here, { parent: home.id })
    const below = await createCollection(here, { parent: top.id })
    const [space, deleted] = [
      await createSpace(here, { parent: below.id }),
      await createSpace(here, { parent: top.id }),
    ]
    await here.admin.http.delete(`/v1/spaces/${deleted.id}`)
    const first = await createCollection(there)
    await addMember(server, there.organization, here.admin, 'create')
    const guest = await enter(server, here, null)
    await addMember(server, there.organization, guest, null)
    for (const at of [`/v1/collections/${below.id}`, `/v1/spaces/${space.id}`])
      await here.admin.http.post(`${at}/permissions`, { users: [guest.id], role: 'read' })
    await server.database.write((db) =>
      db
        .insertInto('invites')
        .values([{ collection_id: below.id }, { space_id: space.id }].map((on) => ({ ...invite(here), ...on })))
        .execute(),
    )

    const target = { organization: there.organization }
    const { data } = await here.admin.client.collections.transferCollection(top.id, target)
    expect(data).toMatchObject({ organization: there.organization, permissions: { admin: true } })
    expect(data).not.toHaveProperty('parent')
    expect(await listIds(here, 'collections')).toEqual([home.id])
    expect(await listIds(there, 'collections')).toEqual(ids([first, top, below]))
    expect((await there.admin.http.get(`/v1/spaces/${space.id}`)).body).toMatchObject({
      organization: there.organization,
      parent: below.id,
    })
    expect((await there.admin.http.post(`/v1/spaces/${deleted.id}/restore`)).body).toMatchObject(target)
    expect(await statusOf(guest.http.get(`/v1/spaces/${space.id}`))).toBe(404)
    expect(await statusOf(guest.http.get(`/v1/collections/${below.id}`))).toBe(404)
    const invites = server.database.read.selectFrom('invites').select('id')
    expect(await invites.where('organization_id', '=', here.organization).execute()).toEqual([])
  })

  test('transferCollection: to its own organization changes nothing; elsewhere the caller needs to create content', async () => {
    const scene = await server.found()
    const outer = await createCollection(scene)
    const inner = await createCollection(scene, { parent: outer.id })
    const transfer = (organization: string) =>
      scene.admin.http.post(`/v1/collections/${inner.id}/transfer`, { organization })
    expect((await transfer(scene.organization)).body).toEqual(inner)
    expect((await transfer(server.organization)).status).toBe(404)
    await addMember(server, server.organization, scene.admin, 'review')
    expect((await transfer(server.organization)).status).toBe(403)
    const reader = await enter(server, scene, 'read')
    const refused = reader.http.post(`/v1/collections/${inner.id}/transfer`, { organization: scene.organization })
    expect(await statusOf(refused)).toBe(403)
  })
})
