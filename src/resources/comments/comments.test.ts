import { beforeAll, describe, expect, test } from 'vitest'
import { createSpace, enter, type Scene, statusOf } from '../../../test/support/content.ts'
import { edit, pages } from '../../../test/support/edits.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let scene: Scene
let space: { id: string }
let commenter: Person
let reader: Person

beforeAll(async () => {
  scene = { organization: server.organization, admin: server.admin }
  space = await createSpace(scene, { title: 'Discussed' })
  await edit(server, { space: space.id }, pages('one', 'two'))
  commenter = await enter(server, scene, 'comment')
  reader = await enter(server, scene, 'read')
})

const say = (markdown: string) => ({ body: { markdown } })
const ids = (items: { id: string }[]) => items.map(({ id }) => id)

/** The target of comments: a new space, or a change request in one. */
async function places(): Promise<Record<string, { at: string; owner: string }>> {
  const { id } = await createSpace(scene)
  const other = await createSpace(scene)
  const request = (await scene.admin.http.post(`/v1/spaces/${other.id}/change-requests`, {})).body
  const owner = `/v1/spaces/${other.id}/change-requests/${request.number}`
  return {
    space: { at: `/v1/spaces/${id}/comments`, owner: `/v1/spaces/${id}` },
    'change request': { at: `${owner}/comments`, owner },
  }
}

const openAt = async (owner: string): Promise<number> => (await scene.admin.http.get(owner)).body.comments

describe('comments', () => {
  test('postCommentInSpace, getCommentInSpace, listCommentsInSpace: with the public client', async () => {
    const { data } = await commenter.client.spaces.postCommentInSpace(space.id, { body: { markdown: 'A **word**' } })
    expect(data).toMatchObject({
      object: 'comment',
      postedBy: { id: commenter.id },
      body: { markdown: 'A **word**' },
      reactions: [],
      replies: 0,
      status: 'open',
      target: { space: space.id },
      permissions: { view: true, edit: true, reply: true, delete: true },
    })
    expect(data.target).not.toHaveProperty('page')
    expect(data.urls.location).toBe(`${server.url}/v1/spaces/${space.id}/comments/${data.id}`)
    expect((await commenter.client.spaces.getCommentInSpace(space.id, data.id)).data).toEqual(data)
    const found = (await reader.client.spaces.listCommentsInSpace(space.id)).data
    expect(ids(found.items)).toEqual([data.id])
    expect(found.items[0]!.permissions).toEqual({ view: true, edit: false, reply: false, delete: false })
  })

  test('postCommentInChangeRequest, getCommentInChangeRequest, listCommentsInChangeRequest: are found only in that change request', async () => {
    const request = (await scene.admin.http.post(`/v1/spaces/${space.id}/change-requests`, {})).body
    const at = `/v1/spaces/${space.id}/change-requests/${request.number}/comments`
    const { body } = await commenter.http.post(at, say('On the change request'))
    expect(body.target).toMatchObject({ changeRequest: request.id, revision: request.revision })
    expect(body.urls.location).toContain(`/change-requests/${request.id}/comments/${body.id}`)
    expect((await reader.http.get(`${at}/${body.id}`)).body.id).toBe(body.id)
    expect(ids((await reader.http.get(at)).body.items)).toEqual([body.id])
    expect(await statusOf(reader.http.get(`/v1/spaces/${space.id}/comments/${body.id}`))).toBe(404)
    const onSpace = (await reader.http.get(`/v1/spaces/${space.id}/comments?limit=1000`)).body.items
    expect(ids(onSpace)).not.toContain(body.id)
    for (const [path, after] of [
      ['/merge', {}],
      ['', { status: 'archived' }],
    ] as const) {
      if (path) await scene.admin.http.post(`/v1/spaces/${space.id}/change-requests/${request.id}${path}`, after)
      expect(ids((await reader.http.get(at)).body.items)).toEqual([body.id])
    }
  })

  test('listCommentsInSpace, listCommentsInChangeRequest: order, status, page, authors and paging combine', async () => {
    for (const { at } of Object.values(await places())) {
      const mine = []
      for (let number = 0; number < 6; number++) {
        const who = number % 2 === 0 ? commenter : scene.admin
        mine.push((await who.http.post(at, say(`Number ${number}`))).body.id)
      }
      for (const id of mine.slice(0, 3)) await commenter.http.put(`${at}/${id}`, { resolved: true })
      const list = async (query: string) => (await reader.http.get(`${at}?${query}`)).body
      expect(ids((await list('')).items)).toEqual(mine.toReversed())
      expect(ids((await list('order=asc')).items)).toEqual(mine)
      const resolved = await list('order=asc&status=resolved')
      expect([resolved.count, ids(resolved.items)]).toEqual([3, mine.slice(0, 3)])
      const open = await list('order=asc&status=open&limit=2')
      expect([open.count, ids(open.items)]).toEqual([3, mine.slice(3, 5)])
      const rest = await list(`order=asc&status=open&limit=2&page=${open.next.page}`)
      expect([ids(rest.items), rest.next]).toEqual([mine.slice(5), undefined])
      const authored = await list(`order=asc&status=resolved&authors=${commenter.id}`)
      expect([authored.count, ids(authored.items)]).toEqual([2, [mine[0], mine[2]]])
      expect((await list(`authors=${commenter.id}&authors=${scene.admin.id}`)).count).toBe(6)
      expect(await list('targetPage=one')).toEqual({ count: 0, items: [] })
      expect(await list('limit=0')).toEqual({ count: 6, items: [] })
      expect(await statusOf(reader.http.get(`${at}?status=closed`))).toBe(400)
    }
  })

  test('updateCommentInSpace, updateCommentInChangeRequest: resolves and reopens, and counters follow', async () => {
    for (const { at, owner } of Object.values(await places())) {
      const { id } = (await scene.admin.http.post(at, say('To be settled'))).body
      await scene.admin.http.post(at, say('Another'))
      expect(await openAt(owner)).toBe(2)
      const { body: resolved } = await commenter.http.put(`${at}/${id}`, { resolved: true })
      expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: commenter.id } })
      expect(resolved.resolvedAt >= resolved.postedAt).toBe(true)
      expect((await scene.admin.http.put(`${at}/${id}`, { resolved: true })).body).toEqual({
        ...resolved,
        permissions: { view: true, edit: true, reply: true, delete: true },
      })
      expect(await openAt(owner)).toBe(1)
      const { body: reopened } = await commenter.http.put(`${at}/${id}`, { resolved: false })
      expect(reopened.status).toBe('open')
      expect(reopened).not.toHaveProperty('resolvedAt')
      expect(reopened).not.toHaveProperty('resolvedBy')
      expect(reopened).not.toHaveProperty('editedAt')
      expect(await openAt(owner)).toBe(2)
    }
  })

  test('updateCommentInSpace: edits the body, and says when', async () => {
    const at = `/v1/spaces/${space.id}/comments`
    const { body } = await commenter.http.post(at, say('Befor'))
    const edited = (await commenter.http.put(`${at}/${body.id}`, say('Before'))).body
    expect(edited).toMatchObject({ body: { markdown: 'Before' }, postedAt: body.postedAt })
    expect(edited.editedAt >= body.postedAt).toBe(true)
    expect((await commenter.http.put(`${at}/${body.id}`, {})).body).toEqual(edited)
  })

  test('updateCommentInSpace, deleteCommentInSpace, postCommentInSpace: authors, content admins and others', async () => {
    const at = `/v1/spaces/${space.id}/comments`
    const { id } = (await commenter.http.post(at, say('Mine'))).body
    const other = await enter(server, scene, 'comment')
    const reviewer = await enter(server, scene, 'review')
    const creator = await enter(server, scene, 'create')
    const update = (who: Person, body: object) => statusOf(who.http.put(`${at}/${id}`, body))
    expect(await statusOf(reader.http.post(at, say('No')))).toBe(403)
    for (const who of [reader, other, reviewer]) {
      expect(await update(who, say('Not mine'))).toBe(403)
      expect(await statusOf(who.http.delete(`${at}/${id}`))).toBe(403)
    }
    expect(await update(reader, { resolved: true })).toBe(403)
    expect(await update(reader, { addedReactions: ['👍'] })).toBe(403)
    expect(await update(other, { resolved: true, addedReactions: ['👍'] })).toBe(200)
    expect(await update(other, { resolved: false, ...say('All or nothing') })).toBe(403)
    expect((await reader.http.get(`${at}/${id}`)).body.status).toBe('resolved')
    expect(await update(creator, say('Put better'))).toBe(200)
    expect(await statusOf(creator.http.delete(`${at}/${id}`))).toBe(205)
    expect(await statusOf(creator.http.delete(`${at}/${id}`))).toBe(404)
  })

  test('deleteCommentInSpace, deleteCommentInChangeRequest: replies go with it, and counters follow', async () => {
    for (const { at, owner } of Object.values(await places())) {
      const [open, resolved] = [
        (await commenter.http.post(at, say('a'))).body,
        (await commenter.http.post(at, say('b'))).body,
      ]
      await commenter.http.put(`${at}/${resolved.id}`, { resolved: true, addedReactions: ['👍'] })
      const reply = (await commenter.http.post(`${at}/${open.id}/replies`, say('c'))).body
      await commenter.http.delete(`${at}/${resolved.id}`)
      expect(await openAt(owner)).toBe(1)
      await commenter.http.delete(`${at}/${open.id}`)
      expect(await openAt(owner)).toBe(0)
      expect((await reader.http.get(at)).body).toEqual({ count: 0, items: [] })
      expect(await statusOf(reader.http.get(`${at}/${open.id}/replies/${reply.id}`))).toBe(404)
      const left = await server.database.read
        .selectFrom('comments')
        .select('id')
        .where('id', 'in', [open.id, reply.id])
        .execute()
      expect(left).toEqual([])
    }
  })

  test('postCommentInSpace, updateCommentInSpace: counters stay correct under concurrent writes', async () => {
    for (const { at, owner } of Object.values(await places())) {
      const posted = await Promise.all(
        Array.from({ length: 20 }, (_, at_) => commenter.http.post(at, say(`No ${at_}`))),
      )
      const first = posted.slice(0, 10).map(({ body }) => `${at}/${body.id}`)
      await Promise.all([
        ...first.flatMap((one) => [1, 2, 3].map(() => commenter.http.put(one, { resolved: true }))),
        ...first.slice(0, 5).map((one) => commenter.http.post(`${one}/replies`, say('A reply'))),
      ])
      expect(await openAt(owner)).toBe(10)
      await Promise.all([
        ...first.slice(0, 5).map((one) => commenter.http.delete(one)),
        ...first.slice(0, 5).map((one) => commenter.http.delete(one)),
        ...first.slice(5).map((one) => commenter.http.put(one, { resolved: false })),
      ])
      const { count, items } = (await reader.http.get(`${at}?limit=1000`)).body
      expect([count, items.length, await openAt(owner)]).toEqual([15, 15, 15])
    }
  })

  test('duplicateSpace, transferSpace: a copy has no comments; a transferred space keeps them', async () => {
    const { id } = await createSpace(scene)
    const { body } = await scene.admin.http.post(`/v1/spaces/${id}/comments`, say('Travels'))
    const copy = (await scene.admin.http.post(`/v1/spaces/${id}/duplicate`)).body
    expect(copy.comments).toBe(0)
    expect((await scene.admin.http.get(`/v1/spaces/${copy.id}/comments`)).body.items).toEqual([])
    const organization = (await scene.admin.http.post('/v1/orgs', { title: 'Elsewhere' })).body.id
    expect((await scene.admin.http.post(`/v1/spaces/${id}/transfer`, { organization })).body.comments).toBe(1)
    expect(ids((await scene.admin.http.get(`/v1/spaces/${id}/comments`)).body.items)).toEqual([body.id])
  })
})

describe('replies', () => {
  test('postCommentReplyInSpace, listCommentRepliesInSpace, getCommentReplyInSpace, updateCommentReplyInSpace, deleteCommentReplyInSpace, postCommentReplyInChangeRequest, listCommentRepliesInChangeRequest, getCommentReplyInChangeRequest, updateCommentReplyInChangeRequest, deleteCommentReplyInChangeRequest: the life of a reply', async () => {
    for (const { at, owner } of Object.values(await places())) {
      const { id } = (await commenter.http.post(at, say('Thread'))).body
      const replies = `${at}/${id}/replies`
      const one = (await commenter.http.post(replies, say('One'))).body
      const two = (await scene.admin.http.post(replies, say('Two'))).body
      expect(one).toMatchObject({ object: 'comment-reply', body: { markdown: 'One' }, postedBy: { id: commenter.id } })
      expect(one.urls.location).toContain(`/comments/${id}/replies/${one.id}`)
      const listed = (await reader.http.get(`${replies}?limit=1`)).body
      expect([listed.count, ids(listed.items)]).toEqual([2, [one.id]])
      expect(ids((await reader.http.get(`${replies}?page=${listed.next.page}`)).body.items)).toEqual([two.id])
      expect((await commenter.http.get(`${replies}/${one.id}`)).body).toEqual(one)
      expect((await reader.http.get(`${at}/${id}`)).body.replies).toBe(2)
      expect(await openAt(owner)).toBe(1)
      expect(await statusOf(commenter.http.put(`${replies}/${two.id}`, say('Not mine')))).toBe(403)
      const edited = (await commenter.http.put(`${replies}/${one.id}`, { ...say('Uno'), addedReactions: ['🎉'] })).body
      expect(edited).toMatchObject({ body: { markdown: 'Uno' }, reactions: [{ emoji: '🎉', count: 1 }] })
      expect(edited).toHaveProperty('editedAt')
      expect(await statusOf(commenter.http.delete(`${replies}/${two.id}`))).toBe(403)
      expect(await statusOf(scene.admin.http.delete(`${replies}/${two.id}`))).toBe(205)
      expect((await reader.http.get(`${at}/${id}`)).body.replies).toBe(1)
      expect(await statusOf(reader.http.post(replies, say('No')))).toBe(403)
      expect(await statusOf(commenter.http.get(`${at}/${one.id}`))).toBe(404)
    }
  })
})

describe('reactions', () => {
  test('updateCommentInSpace: grouped by emoji in the order of first use, each user once', async () => {
    const at = `/v1/spaces/${space.id}/comments`
    const { id } = (await commenter.http.post(at, say('React'))).body
    const react = async (who: Person, added: string[], removed: string[] = []) =>
      (await who.http.put(`${at}/${id}`, { addedReactions: added, removedReactions: removed })).body
    await react(commenter, ['🎉', '🎉'])
    await react(scene.admin, ['👍'])
    const all = await react(commenter, ['👍', '🎉', ':tada:'])
    const seen = all.reactions.map(({ emoji, count }: { emoji: string; count: number }) => [emoji, count])
    expect(seen).toEqual([
      ['🎉', 1],
      ['👍', 2],
      [':tada:', 1],
    ])
    expect(all.reactions[1].users.map(({ user }: { user: { id: string } }) => user.id)).toEqual([
      scene.admin.id,
      commenter.id,
    ])
    expect(all).not.toHaveProperty('editedAt')
    const fewer = await react(commenter, ['🚀'], ['👍', ':tada:', 'never given'])
    expect(fewer.reactions.map(({ emoji }: { emoji: string }) => emoji)).toEqual(['🎉', '👍', '🚀'])
    expect((await react(commenter, ['x'], ['x', '🚀'])).reactions).toHaveLength(2)
    expect((await reader.http.get(`${at}/${id}`)).body.reactions).toEqual((await react(commenter, [])).reactions)
    for (const bad of ['x'.repeat(51), ''])
      expect(await statusOf(commenter.http.put(`${at}/${id}`, { addedReactions: [bad] }))).toBe(400)
  })

  test('updateCommentInSpace: the same reaction sent concurrently counts once', async () => {
    const at = `/v1/spaces/${space.id}/comments`
    const { id } = (await commenter.http.post(at, say('React'))).body
    await Promise.all(Array.from({ length: 8 }, () => commenter.http.put(`${at}/${id}`, { addedReactions: ['👍'] })))
    expect((await reader.http.get(`${at}/${id}`)).body.reactions).toMatchObject([{ emoji: '👍', count: 1 }])
  })
})

describe('commenters', () => {
  test('listCommentersInSpace, listCommentersInChangeRequest: who commented or replied there and is a member', async () => {
    for (const { at, owner } of Object.values(await places())) {
      const leaver = await enter(server, scene, 'comment')
      const { id } = (await leaver.http.post(at, say('Started'))).body
      await commenter.http.post(`${at}/${id}/replies`, say('Answered'))
      await commenter.http.post(`${at}/${id}/replies`, say('Twice'))
      const list = async (query = '') => (await reader.http.get(`${owner}/commenters${query}`)).body
      const { count, items } = await list()
      expect([count, new Set(ids(items))]).toEqual([2, new Set([leaver.id, commenter.id])])
      expect(items.find((item: { id: string }) => item.id === commenter.id)).toMatchObject({
        object: 'member',
        role: 'comment',
      })
      const first = await list('?limit=1')
      expect(ids([...first.items, ...(await list(`?page=${first.next.page}`)).items])).toEqual(ids(items))
      await scene.admin.http.delete(`/v1/orgs/${scene.organization}/members/${leaver.id}`)
      expect(ids((await list()).items)).toEqual([commenter.id])
      expect((await scene.admin.http.get(`${at}/${id}`)).body.postedBy.id).toBe(leaver.id)
    }
  })
})
