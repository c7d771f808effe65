import type { ChangeRequestReviewStatus } from '@gitbook/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { documentOf, edit, pages } from '../../../test/support/edits.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let scene: { organization: string; admin: Person }
let space: { id: string }
let reviewer: Person

beforeAll(async () => {
  scene = await server.found()
  space = await createSpace(scene)
  reviewer = await enter(server, scene, 'review')
})

const create = async () => {
  const { body } = await scene.admin.http.post(`/v1/spaces/${space.id}/change-requests`)
  return { ...body, at: (rest: string) => `/v1/spaces/${space.id}/change-requests/${body.id}${rest}` }
}

describe('reviews', () => {
  test('submitChangeRequestReview, getReviewsByChangeRequestId, getChangeRequestReviewById: review the current revision', async () => {
    const made = await create()
    const { data, headers } = await reviewer.client.spaces.submitChangeRequestReview(space.id, made.id, {
      status: 'changes-requested' as ChangeRequestReviewStatus,
      comment: { markdown: 'A **word** is missing.' },
    })
    expect(headers.get('location')).toContain(`${made.at('/reviews/')}${data.id}`)
    expect(data).toMatchObject({ status: 'changes-requested', revision: made.revision, reviewer: { id: reviewer.id } })
    expect(data).not.toHaveProperty('requestedBy')
    const revision = await edit(server, { space: space.id, changeRequest: made.id }, pages('one'))
    const document = { document: documentOf('Fine.') }
    const second = await reviewer.http.post(made.at('/reviews'), { status: 'approved', comment: document })
    expect(second.body).toMatchObject({ status: 'approved', revision })
    expect(data).toMatchObject({ outdated: false, urls: { location: headers.get('location') } })
    const first = { ...data, outdated: true }
    expect((await scene.admin.http.get(made.at('/reviews'))).body).toEqual({ count: 2, items: [first, second.body] })
    expect((await scene.admin.http.get(made.at(`/reviews/${data.id}`))).body).toEqual(first)
    expect(second.body.outdated).toBe(false)
    expect(await statusOf(scene.admin.http.get((await create()).at(`/reviews/${data.id}`)))).toBe(404)
    expect([data.comment?.body, second.body.comment.body]).toEqual([
      { markdown: 'A **word** is missing.' },
      { markdown: 'Fine.' },
    ])
    expect(second.body.comment.target).toMatchObject({ review: second.body.id, changeRequest: made.id, revision })
    const comments = (await scene.admin.http.get(made.at('/comments?order=asc'))).body
    expect(comments.items.map(({ id }: { id: string }) => id)).toEqual([data.comment?.id, second.body.comment.id])
    expect((await scene.admin.http.get(made.at(''))).body.comments).toBe(2)
  })

  test('submitChangeRequestReview: needs the role, a status, and an unmerged change request', async () => {
    const made = await create()
    const approve = ({ http }: Person) => statusOf(http.post(made.at('/reviews'), { status: 'approved' }))
    expect(await approve(await enter(server, scene, 'edit'))).toBe(403)
    for (const body of [{}, { status: 'rejected' }, { status: 'approved', comment: { document: { nodes: 5 } } }])
      expect(await statusOf(reviewer.http.post(made.at('/reviews'), body))).toBe(400)
    await scene.admin.http.post(made.at('/merge'))
    expect(await approve(reviewer)).toBe(409)
  })

  test('requestReviewersForChangeRequest, getRequestedReviewersByChangeRequestId: are listed until they review', async () => {
    const made = await create()
    const other = await enter(server, scene, 'read')
    const ask = (users: string[], more = {}) =>
      scene.admin.http.post(made.at('/requested-reviewers'), { users, ...more })
    const { data } = await scene.admin.client.spaces.requestReviewersForChangeRequest(space.id, made.id, {
      users: [reviewer.id, reviewer.id],
    })
    expect(data.users).toEqual([
      {
        object: 'change-request-requested-reviewer',
        kind: 'user',
        user: expect.objectContaining({ id: reviewer.id }),
        requestedBy: expect.objectContaining({ id: scene.admin.id }),
        revision: made.revision,
        createdAt: expect.any(String),
      },
    ])
    expect((await ask([reviewer.id, other.id], { subject: 'Look' })).body.users).toHaveLength(2)
    expect((await scene.admin.http.get(made.at(''))).body.subject).toBe('Look')
    const asked = async () => {
      const { body } = await scene.admin.http.get(made.at('/requested-reviewers'))
      return body.items.map(({ user }: { user: { id: string } }) => user.id)
    }
    expect(await asked()).toEqual([reviewer.id, other.id])
    const { body } = await reviewer.http.post(made.at('/reviews'), { status: 'approved' })
    expect(body.requestedBy.id).toBe(scene.admin.id)
    expect(await asked()).toEqual([other.id])
  })

  test('requestReviewersForChangeRequest: all of them must be able to see the space', async () => {
    const made = await create()
    const [guest, stranger] = [await enter(server, scene, null), await server.join()]
    const ask = (...people: { id: string }[]) =>
      statusOf(scene.admin.http.post(made.at('/requested-reviewers'), { users: people.map(({ id }) => id) }))
    for (const nobody of [guest, stranger, { id: 'none' }]) expect(await ask(reviewer, nobody)).toBe(404)
    expect((await scene.admin.http.get(made.at('/requested-reviewers'))).body.count).toBe(0)
    await scene.admin.http.post(`/v1/spaces/${space.id}/permissions`, { users: [guest.id], role: 'read' })
    expect(await ask(guest)).toBe(200)
    expect(await ask()).toBe(200)
    const reader = await enter(server, scene, 'comment')
    expect(await statusOf(reader.http.post(made.at('/requested-reviewers'), { users: [reader.id] }))).toBe(403)
  })

  test('requestReviewersForChangeRequest: a team waits until one of its members reviews', async () => {
    const made = await create()
    const [member, other] = [await enter(server, scene, 'review'), await enter(server, scene, 'review')]
    const newTeam = async (title: string, members: Person[], organization = scene.organization, by = scene.admin) =>
      (
        await by.http.put(`/v1/orgs/${organization}/teams`, {
          title,
          members: members.map(({ id }) => id),
        })
      ).body.id
    const team = await newTeam('Docs', [member, scene.admin])
    const elsewhere = await server.found()
    const foreign = await newTeam('Theirs', [], elsewhere.organization, elsewhere.admin)
    const ask = (teams: string[]) => scene.admin.http.post(made.at('/requested-reviewers'), { teams })
    expect(await statusOf(ask([team, foreign]))).toBe(404)
    const request = {
      object: 'change-request-requested-reviewer',
      kind: 'team',
      team: { object: 'team', id: team, title: 'Docs' },
      requestedBy: expect.objectContaining({ id: scene.admin.id }),
      revision: made.revision,
      createdAt: expect.any(String),
    }
    expect((await ask([team, team])).body).toEqual({ users: [request] })
    await scene.admin.http.post(made.at('/requested-reviewers'), { users: [other.id] })
    await scene.admin.http.patch(made.at(''), { status: 'open' })
    const asked = async () => (await scene.admin.http.get(made.at('/requested-reviewers'))).body
    expect(await asked()).toMatchObject({ count: 2, items: [request, { kind: 'user', user: { id: other.id } }] })
    const waitsFor = async ({ id, http }: Person) =>
      (await http.get(`/v1/orgs/${scene.organization}/change-requests?requestedReviewer=${id}`)).body.count
    expect([await waitsFor(member), await waitsFor(other), await waitsFor(scene.admin)]).toEqual([1, 1, 0])
    const { body } = await member.http.post(made.at('/reviews'), { status: 'approved' })
    expect(body.requestedBy.id).toBe(scene.admin.id)
    expect((await asked()).items.map(({ kind }: { kind: string }) => kind)).toEqual(['user'])
    expect(await waitsFor(member)).toBe(0)
    await ask([team])
    const withdraw = () => statusOf(scene.admin.http.delete(made.at(`/requested-reviewers/${team}`)))
    expect([await withdraw(), await withdraw()]).toEqual([204, 404])
    await ask([team])
    await scene.admin.http.delete(`/v1/orgs/${scene.organization}/teams/${team}`)
    expect((await asked()).count).toBe(1)
  })

  test('removeRequestedReviewerFromChangeRequest: withdraws the request', async () => {
    const made = await create()
    await scene.admin.http.post(made.at('/requested-reviewers'), { users: [reviewer.id] })
    const remove = () => statusOf(scene.admin.http.delete(made.at(`/requested-reviewers/${reviewer.id}`)))
    expect(await statusOf((await enter(server, scene, 'read')).http.delete(made.at('/requested-reviewers/x')))).toBe(
      403,
    )
    expect(await remove()).toBe(204)
    expect(await remove()).toBe(404)
  })

  test('updateViewedChange, getViewedChanges: a mark falls when what was viewed changes again', async () => {
    await edit(server, { space: space.id }, pages('seen', 'removed', 'parent-of-seen'))
    const made = await create()
    const on = (changes: Parameters<typeof edit>[2]) =>
      edit(server, { space: space.id, changeRequest: made.id }, changes)
    const write = (text: string) => on([{ operation: 'update_page', page: 'seen', document: documentOf(text) }])
    await write('One')
    await on([{ operation: 'delete_page', page: 'removed' }])
    const mark = (id: string, viewed = true) =>
      statusOf(reviewer.http.put(made.at('/viewed'), { kind: 'page', id, viewed }))
    const viewed = async ({ http }: Person = reviewer) =>
      (await http.get(made.at('/viewed'))).body.items.map(({ id }: { id: string }) => id)
    expect([await mark('seen'), await mark('removed'), await mark('nothing')]).toEqual([204, 204, 404])
    expect([await viewed(), await viewed(scene.admin)]).toEqual([['removed', 'seen'], []])
    await on(pages('elsewhere-in-it'))
    expect(await viewed()).toEqual(['removed', 'seen'])
    await write('Two')
    expect(await viewed()).toEqual(['removed'])
    await mark('seen')
    await on([{ operation: 'update_page', page: 'seen', into: 'parent-of-seen' }])
    expect(await viewed()).toEqual(['removed'])
    await mark('removed', false)
    expect(await viewed()).toEqual([])
    expect(await statusOf(reviewer.http.put(made.at('/viewed'), { kind: 'page', id: 'seen' }))).toBe(400)
    // What changed after it was read is not viewed.
    const { revision: read } = (await reviewer.http.get(made.at(''))).body
    const markRead = (revision: string) =>
      statusOf(reviewer.http.put(made.at('/viewed'), { kind: 'page', id: 'seen', viewed: true, revision }))
    await write('Three')
    expect([await markRead(read), await viewed()]).toEqual([204, []])
    const { revision: newest } = (await reviewer.http.get(made.at(''))).body
    expect([await markRead(newest), await viewed()]).toEqual([204, ['seen']])
    const { revision: main } = (await reviewer.http.get(`/v1/spaces/${space.id}`)).body
    expect(await markRead(main)).toBe(400)
  })

  test('getContributorsByChangeRequestId: authors with the number and time of their revisions', async () => {
    const made = await create()
    const [first, second] = [await enter(server, scene, 'edit'), await enter(server, scene, 'edit')]
    const by = (person: Person, title: string) =>
      edit(server, { space: space.id, changeRequest: made.id, by: person.id }, pages(title))
    expect((await first.http.get(made.at('/contributors'))).body).toEqual({ count: 0, items: [] })
    for (const [person, title] of [[first, 'a'] as const, [second, 'b'] as const, [first, 'c'] as const]) {
      await by(person, title)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const { data } = await first.client.spaces.getContributorsByChangeRequestId(space.id, made.id)
    expect(data.items.map(({ user, count }) => [user.id, count])).toEqual([
      [first.id, 2],
      [second.id, 1],
    ])
    expect(data.items[0]!.updatedAt > data.items[1]!.updatedAt).toBe(true)
    expect((await first.http.get(made.at('/contributors?limit=1'))).body).toMatchObject({ count: 2, next: {} })
  })

  test('getChangeRequestChanges: is independent of later changes to main', async () => {
    await edit(server, { space: space.id }, pages('old', 'gone', 'parent'))
    const made = await create()
    await edit(server, { space: space.id, changeRequest: made.id }, [
      { operation: 'update_page', page: 'old', title: 'Renamed', into: 'parent' },
      { operation: 'delete_page', page: 'gone' },
      ...pages('new'),
      {
        operation: 'insert_files',
        files: [{ id: 'file', name: 'a.png', contentType: 'image/png', size: 3, blob: 'x' }],
      },
      { operation: 'set_variables', variables: { version: '2' } },
    ])
    await edit(server, { space: space.id }, pages('elsewhere'))
    const { data } = await scene.admin.client.spaces.getChangeRequestChanges(space.id, made.id)
    expect(data.changes.map(({ type }) => type)).toEqual([
      'page_created',
      'page_edited',
      'page_moved',
      'page_deleted',
      'file_created',
      'variables_edited',
    ])
    expect(data).not.toHaveProperty('more')
    expect(data.changes[1]).toEqual({
      type: 'page_edited',
      page: { id: 'old', type: 'document', title: 'Renamed', path: 'parent/old' },
      attributes: { title: { before: 'old', after: 'Renamed' } },
    })
    expect(data.changes[4]).toMatchObject({ file: { id: 'file', downloadURL: expect.stringMatching(/^http.*a\.png/) } })
    const limited = (await scene.admin.http.get(made.at('/changes?limit=2'))).body
    expect([limited.changes.length, limited.more]).toEqual([2, 4])
    await scene.admin.http.post(made.at('/merge'))
    expect((await scene.admin.http.get(made.at('/changes'))).body.changes).toEqual(data.changes)
    expect((await scene.admin.http.get((await create()).at('/changes'))).body).toEqual({ changes: [] })
  })
})
