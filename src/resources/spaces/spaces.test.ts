import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import {
  afterSpace,
  beforeSpace,
  createCollection,
  createSpace,
  enter,
  listIds,
  statusOf,
} from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { jobs } from '../../jobs/index.ts'
import { DAY, fromNow, MINUTE } from '../../lib/time.ts'

const server = startedServer()

const give = (space: { id: string }, { id }: Person, role: string | null) =>
  server.admin.http.post(`/v1/spaces/${space.id}/permissions`, { users: [id], role })

describe('creating and changing spaces', () => {
  test('createSpace, getSpaceById: a new space is private, live, and found by its id', async () => {
    const created = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, {
      title: 'Handbook',
      emoji: '🎉',
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(created.body.urls.location)
    expect(created.body).toMatchObject({
      title: 'Handbook',
      emoji: '🎉',
      visibility: 'private',
      editMode: 'live',
      defaultLevel: 'inherit',
    })
    const { data } = await server.admin.client.spaces.getSpaceById(created.body.id)
    expect(data).toEqual(created.body)
  })

  test('createSpace: in a collection, and only where the caller may create', async () => {
    const collection = await createCollection(server)
    const other = await server.found()
    const editor = await server.join('edit')
    const guest = await server.join(null)
    const spaces = `/v1/orgs/${server.organization}/spaces`
    const inside = await createSpace(server, { parent: collection.id, editMode: 'locked', language: 'pt-br' })
    expect(inside).toMatchObject({
      parent: collection.id,
      visibility: 'in-collection',
      editMode: 'locked',
      language: 'pt-br',
    })
    expect(await statusOf(editor.http.post(spaces))).toBe(403)
    expect(await statusOf(guest.http.post(spaces))).toBe(403)
    expect(await statusOf(other.admin.http.post(spaces))).toBe(404)
    expect(await statusOf(server.admin.http.post(spaces, { parent: 'missing' }))).toBe(404)
    const foreign = { parent: collection.id }
    expect(await statusOf(other.admin.http.post(`/v1/orgs/${other.organization}/spaces`, foreign))).toBe(404)
    const { status, body } = await server.admin.http.post(spaces, { title: 'x'.repeat(51), editMode: 'open' })
    expect(status).toBe(400)
    expect(body.error.issues.map(({ path }: { path: string }) => path).sort()).toEqual(['editMode', 'title'])
  })

  test('updateSpaceById: an omitted field stays, null removes', async () => {
    const space = await createSpace(server, { title: 'Before', emoji: '🎉' })
    const { body } = await server.admin.http.patch(`/v1/spaces/${space.id}`, { title: 'After', defaultLevel: null })
    expect(body).toMatchObject({ title: 'After', emoji: '🎉', defaultLevel: null })
    expect((await server.admin.http.patch(`/v1/spaces/${space.id}`, { emoji: null })).body.emoji).toBe('📖')
  })

  test('updateSpaceById: the reply shows what the caller may do from now on', async () => {
    const space = await createSpace(server)
    const creator = await server.join('create')
    const { body } = await creator.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'read' })
    expect(body.permissions).toMatchObject({ view: true, admin: false })
    expect(await statusOf(creator.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'create' }))).toBe(403)
  })

  test('duplicateSpace: a copy with content, settings and grants, right behind the original', async () => {
    const scene = await server.found()
    const [first, last] = [await createSpace(scene, { title: 'x'.repeat(48) }), await createSpace(scene)]
    const guest = await enter(server, scene, null)
    await scene.admin.http.post(`/v1/spaces/${first.id}/permissions`, { users: [guest.id], role: 'comment' })
    await scene.admin.http.patch(`/v1/spaces/${first.id}`, { editMode: 'locked', defaultLevel: 'read' })
    const { data: copy } = await scene.admin.client.spaces.duplicateSpace(first.id)
    expect(copy.title).toBe(`Copy of ${'x'.repeat(42)}`)
    expect(copy).toMatchObject({ editMode: 'locked', defaultLevel: 'read', emoji: first.emoji })
    expect(copy.revision).not.toBe(first.revision)
    expect(await listIds(scene, 'spaces')).toEqual([first.id, copy.id, last.id])
    expect((await guest.http.get(`/v1/spaces/${copy.id}`)).body.permissions).toMatchObject({ comment: true })
  })

  test('duplicateSpace: refused without permission to create next to it', async () => {
    const space = await createSpace(server)
    expect(await statusOf((await server.join('review')).http.post(`/v1/spaces/${space.id}/duplicate`))).toBe(403)
    expect(await statusOf((await server.join(null)).http.post(`/v1/spaces/${space.id}/duplicate`))).toBe(404)
    const creator = await server.join('create')
    await server.admin.http.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'read' })
    const copy = await creator.http.post(`/v1/spaces/${space.id}/duplicate`)
    expect(copy.status).toBe(201)
    expect(copy.body.permissions).toMatchObject({ view: true, admin: false })
  })
})

describe('lists of spaces', () => {
  test('listSpacesInOrganizationById: grouped by parent, in order, page by page', async () => {
    const scene = await server.found()
    const collection = await createCollection(scene)
    const root: { id: string }[] = []
    const inside: { id: string }[] = []
    for (let n = 0; n < 3; n++) {
      root.push(await createSpace(scene, { title: `${n}` }))
      inside.push(await createSpace(scene, { parent: collection.id }))
    }
    await scene.admin.http.post(`/v1/spaces/${root[2]!.id}/move`, beforeSpace(root[0]!))
    const expected = [root[2]!, root[0]!, root[1]!, ...inside].map(({ id }) => id)
    const seen: string[] = []
    let page: string | undefined
    do {
      const list = await scene.admin.client.orgs.listSpacesInOrganizationById(scene.organization, {
        limit: 2,
        ...(page ? { page } : {}),
      })
      expect(list.data.count).toBe(6)
      seen.push(...list.data.items.map(({ id }) => id))
      page = list.data.next?.page
    } while (page)
    expect(seen).toEqual(expected)
    const none = await scene.admin.http.get(`/v1/orgs/${scene.organization}/spaces?limit=0`)
    expect(none.body).toEqual({ count: 6, items: [] })
    expect(await statusOf(scene.admin.http.get(`/v1/orgs/${scene.organization}/spaces?page=nonsense`))).toBe(400)
  })

  test('listSpacesInOrganizationById: each caller sees only accessible spaces, with their permissions', async () => {
    const hidden = await createSpace(server)
    await server.admin.http.patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null })
    const open = await createSpace(server)
    const [reader, guest] = [await server.join('read'), await server.join(null)]
    await give(hidden, guest, 'edit')
    const seenBy = async (person: Person) => {
      const { body } = await person.http.get(`/v1/orgs/${server.organization}/spaces?limit=1000`)
      expect(body.count).toBe(body.items.length)
      return new Map<string, { permissions: object }>(body.items.map((space: { id: string }) => [space.id, space]))
    }
    const readers = await seenBy(reader)
    expect([readers.has(open.id), readers.has(hidden.id)]).toEqual([true, false])
    const guests = await seenBy(guest)
    expect([...guests.keys()]).toEqual([hidden.id])
    expect(guests.get(hidden.id)?.permissions).toMatchObject({ edit: true, review: false })
  })
})

describe('deleting and restoring', () => {
  const age = (space: { id: string }, deleted_at: string) =>
    server.database.write((db) => db.updateTable('spaces').set({ deleted_at }).where('id', '=', space.id).execute())
  const purge = () => jobs['purge-spaces']!({ ...server, payload: {}, logger: pino({ level: 'silent' }) })

  test('deleteSpaceById, restoreSpace, getSpaceById: disappears from everywhere until restored to its former position', async () => {
    const scene = await server.found()
    const [first, space, last] = [
      await createSpace(scene),
      await createSpace(scene, { title: 'Precious' }),
      await createSpace(scene),
    ]
    const { http } = scene.admin
    const at = `/v1/spaces/${space.id}`
    expect((await http.delete(at)).status).toBe(205)
    expect(await listIds(scene, 'spaces')).toEqual([first.id, last.id])
    expect((await http.get(at)).body).toMatchObject({ title: 'Precious', deletedAt: expect.any(String) })
    const elsewhere = [
      http.delete(at),
      http.patch(at, { title: 'x' }),
      http.post(`${at}/duplicate`),
      http.post(`${at}/move`, afterSpace(last)),
      http.post(`${at}/transfer`, { organization: scene.organization }),
      http.get(`${at}/permissions/users`),
    ]
    expect((await Promise.all(elsewhere)).map(({ status }) => status)).toEqual(elsewhere.map(() => 404))
    const { data } = await scene.admin.client.spaces.restoreSpace(space.id)
    expect(data).toMatchObject({ title: 'Precious' })
    expect(data).not.toHaveProperty('deletedAt')
    expect(await listIds(scene, 'spaces')).toEqual([first.id, space.id, last.id])
    expect(await statusOf(http.post(`${at}/restore`))).toBe(409)
  })

  test('getSpaceById, restoreSpace, deleteSpaceById: only those who may restore a deleted space still see it', async () => {
    const space = await createSpace(server)
    const [creator, reviewer] = [await server.join('create'), await server.join('review')]
    expect(await statusOf(reviewer.http.delete(`/v1/spaces/${space.id}`))).toBe(403)
    expect(await statusOf(creator.http.delete(`/v1/spaces/${space.id}`))).toBe(205)
    const missing = await reviewer.http.get('/v1/spaces/missing')
    expect((await reviewer.http.get(`/v1/spaces/${space.id}`)).body).toEqual(missing.body)
    expect(await statusOf(reviewer.http.post(`/v1/spaces/${space.id}/restore`))).toBe(404)
    expect(await statusOf(creator.http.get(`/v1/spaces/${space.id}`))).toBe(200)
    expect(await statusOf(creator.http.post(`/v1/spaces/${space.id}/restore`))).toBe(200)
  })

  test('listDeletedSpaces: lists what can be restored, latest first', async () => {
    const organization = await server.found()
    const { http } = organization.admin
    const [one, two, late] = [
      await createSpace(organization),
      await createSpace(organization),
      await createSpace(organization),
    ]
    for (const { id } of [one, two, late]) await http.delete(`/v1/spaces/${id}`)
    await age(one, fromNow(-DAY))
    await age(late, fromNow(-7 * DAY))
    const { body } = await http.get(`/v1/orgs/${one.organization}/deleted-spaces`)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
    expect(body).toMatchObject({ count: 2, items: [{ deletedAt: expect.any(String) }, {}] })
  })

  test('restoreSpace, getSpaceById: cannot be restored after seven days, even before the purge deletes it', async () => {
    const [late, early] = [await createSpace(server), await createSpace(server)]
    for (const space of [late, early]) await server.admin.http.delete(`/v1/spaces/${space.id}`)
    await age(late, fromNow(-7 * DAY))
    await age(early, fromNow(-7 * DAY + 5 * MINUTE))
    expect(await statusOf(server.admin.http.get(`/v1/spaces/${late.id}`))).toBe(404)
    expect(await statusOf(server.admin.http.post(`/v1/spaces/${late.id}/restore`))).toBe(404)
    await purge()
    await purge()
    const kept = await server.database.read.selectFrom('spaces').select('id').execute()
    expect(kept.map(({ id }) => id)).not.toContain(late.id)
    const events = server.database.read.selectFrom('events').select('action').where('target_id', '=', late.id)
    expect((await events.orderBy('id').execute()).map(({ action }) => action)).toEqual([
      'space.created',
      'space.deleted',
      'space.purged',
    ])
    expect(await statusOf(server.admin.http.post(`/v1/spaces/${early.id}/restore`))).toBe(200)
  })

  test('deleteSpaceById, restoreSpace: the purge deletes comments, replies and reactions too', async () => {
    const [purged, kept] = [await discussed(), await discussed()]
    await server.admin.http.delete(`/v1/spaces/${purged.id}`)
    expect(await countSaid(purged)).toEqual({ comments: 4, reactions: 4 })
    await age(purged, fromNow(-7 * DAY))
    await purge()
    expect(await countSaid(purged)).toEqual({ comments: 0, reactions: 0 })
    expect(await countSaid(kept)).toEqual({ comments: 4, reactions: 4 })
  })

  interface Discussed {
    id: string
    /** Comments and replies. */
    said: string[]
  }

  /** A space and a change request in it, each with a comment, a reply, and a reaction to both. */
  async function discussed(): Promise<Discussed> {
    const { id } = await createSpace(server)
    const { http } = server.admin
    const request = (await http.post(`/v1/spaces/${id}/change-requests`, {})).body
    const said: string[] = []
    const say = async (at: string) => {
      const made = (await http.post(at, { body: { markdown: 'A word' } })).body
      expect(await statusOf(http.put(`${at}/${made.id}`, { addedReactions: ['👍'] }))).toBe(200)
      said.push(made.id)
      return `${at}/${made.id}`
    }
    for (const place of [`/v1/spaces/${id}`, `/v1/spaces/${id}/change-requests/${request.id}`])
      await say(`${await say(`${place}/comments`)}/replies`)
    return { id, said }
  }

  async function countSaid({ said }: Discussed) {
    const { read } = server.database
    const comments = await read.selectFrom('comments').select('id').where('id', 'in', said).execute()
    const reactions = await read.selectFrom('reactions').select('id').where('comment_id', 'in', said).execute()
    return { comments: comments.length, reactions: reactions.length }
  }
})
