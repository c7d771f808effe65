import { describe, expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { edit, pages } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
const at = (space: { id: string }, rest = '') => `/v1/spaces/${space.id}/change-requests${rest}`
const create = async (space: { id: string }, body?: object) => (await server.admin.http.post(at(space), body)).body
const countersOf = async (space: { id: string }) => {
  const { body } = await server.admin.http.get(`/v1/spaces/${space.id}`)
  return [body.changeRequests, body.changeRequestsOpen, body.changeRequestsDraft]
}

describe('change requests', () => {
  test('createChangeRequest: is a draft from the current content of the space', async () => {
    const space = await createSpace(server)
    const { data, headers } = await server.admin.client.spaces.createChangeRequest(space.id, { subject: 'First' })
    expect(data).toEqual({
      object: 'change-request',
      id: expect.any(String),
      number: 1,
      status: 'draft',
      subject: 'First',
      createdBy: expect.objectContaining({ id: server.admin.id }),
      createdAt: expect.any(String),
      updatedAt: data.createdAt,
      space: space.id,
      revision: space.revision,
      revisionInitial: space.revision,
      comments: 0,
      outdated: false,
      urls: { app: expect.stringContaining(data.id), location: headers.get('location') },
    })
    expect(await create(space, { agentTaskId: 'any' })).toMatchObject({ number: 2, subject: '' })
    expect(await create(space)).toMatchObject({ number: 3, subject: '' })
    expect(await statusOf(server.admin.http.post(at(space), { subject: 'x'.repeat(101) }))).toBe(400)
  })

  test('createChangeRequest: concurrent ones get consecutive numbers', async () => {
    const space = await createSpace(server)
    const made = await Promise.all(Array.from({ length: 30 }, () => create(space)))
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(made.map((_, index) => index + 1))
    expect(await countersOf(space)).toEqual([30, 0, 30])
  })

  test('createChangeRequest: a retry with the same idempotency key creates no second one', async () => {
    const space = await createSpace(server)
    const key = { 'idempotency-key': `create-${space.id}` }
    const [first, again] = [
      await server.admin.http.post(at(space), {}, key),
      await server.admin.http.post(at(space), {}, key),
    ]
    expect(again.body).toEqual(first.body)
    expect(await countersOf(space)).toEqual([1, 0, 1])
  })

  test('openOwnDraft: is one for each person and space, whoever asks at once', async () => {
    const space = await createSpace(server)
    const path = `/v1/spaces/${space.id}/own-draft`
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.admin.http.put(path)))
    const [draft] = answers.map(({ body }) => body)
    expect(draft).toMatchObject({ number: 1, status: 'draft', createdBy: { id: server.admin.id } })
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await countersOf(space)).toEqual([1, 0, 1])
    const editor = await server.join('edit')
    const other = (await editor.http.put(path)).body
    expect(other).toMatchObject({ number: 2, createdBy: { id: editor.id } })
    await server.admin.http.patch(at(space, `/${draft.id}`), { status: 'open' })
    expect((await server.admin.http.put(path)).body.number).toBe(3)
    expect((await editor.http.put(path)).body.id).toBe(other.id)
  })

  test('listChangeRequestsForOrganization: of all visible spaces, latest first, by filter', async () => {
    const scene = await server.found()
    const [open, closed] = [await createSpace(scene), await createSpace(scene)]
    const { http } = scene.admin
    const make = async (space: { id: string }, status: string) => {
      const { id } = (await http.post(at(space))).body
      if (status !== 'draft') await http.patch(at(space, `/${id}`), { status })
      return id as string
    }
    const first = await make(open, 'open')
    const draft = await make(open, 'draft')
    const hidden = await make(closed, 'open')
    const last = await make(open, 'open')
    await http.patch(`/v1/spaces/${closed.id}`, { defaultLevel: null })
    const reader = await enter(server, scene, 'read')
    await http.post(at(open, `/${first}/requested-reviewers`), { users: [reader.id] })
    const { body: site } = await http.post(`/v1/orgs/${scene.organization}/sites`, { spaces: [closed.id] })
    const list = async (query: string, person = scene.admin) => {
      const { body } = await person.http.get(`/v1/orgs/${scene.organization}/change-requests${query}`)
      return body.items.map(({ id }: { id: string }) => id)
    }
    expect(await list('')).toEqual([last, hidden, first])
    expect(await list('', reader)).toEqual([last, first])
    expect(await list('', await enter(server, scene, null))).toEqual([])
    expect(await list('?status=draft&status=open')).toEqual([last, hidden, draft, first])
    expect(await list(`?space=${closed.id}`)).toEqual([hidden])
    expect(await list(`?space=${closed.id}`, reader)).toEqual([])
    expect(await list(`?site=${site.id}`)).toEqual([hidden])
    expect(await list(`?creator=${reader.id}`)).toEqual([])
    expect(await list(`?creator=${scene.admin.id}&orderBy=createdAt`)).toEqual([last, hidden, first])
    expect(await list(`?requestedReviewer=${reader.id}`)).toEqual([first])
    expect(await list(`?contributor=${scene.admin.id}`)).toEqual([])
    await edit(server, { space: open.id, changeRequest: first }, pages('one'))
    expect(await list('')).toEqual([first, last, hidden])
    const { body } = await http.get(at(open, `/${first}`))
    const shown = await http.get(`/v1/orgs/${scene.organization}/change-requests?limit=1`)
    expect(shown.body).toMatchObject({ count: 3, items: [body], next: { page: expect.any(String) } })
    expect(await list(`?limit=1&page=${shown.body.next.page}`)).toEqual([last])
  })

  test('getChangeRequestById: by its id or by its number in the space', async () => {
    const [space, other] = [await createSpace(server), await createSpace(server)]
    const made = await create(space)
    for (const name of [made.id, '1']) expect((await server.admin.http.get(at(space, `/${name}`))).body).toEqual(made)
    for (const name of ['0', '2', '01', '1.0', 'none', '99999999999'])
      expect(await statusOf(server.admin.http.get(at(space, `/${name}`))), name).toBe(404)
    expect(await statusOf(server.admin.http.get(at(other, `/${made.id}`)))).toBe(404)
  })

  test('getChangeRequestById: is outdated after a commit to main, until it is updated', async () => {
    const space = await createSpace(server)
    const made = await create(space)
    await edit(server, { space: space.id }, pages('One'))
    const outdated = async () => (await server.admin.http.get(at(space, `/${made.id}`))).body.outdated
    expect(await outdated()).toBe(true)
    await server.admin.http.post(at(space, `/${made.id}/update`))
    expect(await outdated()).toBe(false)
  })

  test('listChangeRequestsForSpace: all of them, newest first, by status and contributor', async () => {
    const scene = await server.found()
    const space = await createSpace(scene)
    const editor = await enter(server, scene, 'edit')
    const [, second] = [await post(scene, space), await post(scene, space), await post(scene, space)]
    await scene.admin.http.patch(at(space, '/1'), { status: 'open' })
    await edit(server, { space: space.id, changeRequest: second.id, by: editor.id }, pages('One'))
    const list = async (query: string) => {
      const { body } = await scene.admin.http.get(at(space, query))
      return [body.count, ...body.items.map(({ number }: { number: number }) => number)]
    }
    expect(await list('')).toEqual([3, 3, 2, 1])
    expect(await list('?limit=2')).toEqual([3, 3, 2])
    expect(await list('?status=open')).toEqual([1, 1])
    expect(await list('?status=draft')).toEqual([2, 3, 2])
    expect(await list('?status=merged')).toEqual([0])
    expect(await list(`?contributor=${editor.id}`)).toEqual([1, 2])
    expect(await list(`?contributor=${editor.id}&status=open`)).toEqual([0])
    expect(await statusOf(scene.admin.http.get(at(space, '?status=other')))).toBe(400)
  })

  const post = async (scene: { admin: typeof server.admin }, space: { id: string }) =>
    (await scene.admin.http.post(at(space))).body

  test('updateChangeRequestById: moves between draft, open and archived, and the space keeps count', async () => {
    const space = await createSpace(server)
    const made = await create(space)
    const patch = async (body: object) => (await server.admin.http.patch(at(space, `/${made.id}`), body)).body
    expect(await patch({ subject: 'Named' })).toMatchObject({ subject: 'Named', status: 'draft' })
    for (const [status, counters] of [
      ['open', [1, 1, 0]],
      ['open', [1, 1, 0]],
      ['archived', [1, 0, 0]],
      ['draft', [1, 0, 1]],
      ['archived', [1, 0, 0]],
      ['open', [1, 1, 0]],
    ] as const) {
      expect(await patch({ status })).toMatchObject({ subject: 'Named', status })
      expect(await countersOf(space)).toEqual(counters)
    }
    expect(await patch({ subject: '' })).toMatchObject({ subject: '', status: 'open' })
    for (const body of [{ status: 'merged' }, { subject: 'x'.repeat(101) }, { subject: null }])
      expect(await statusOf(server.admin.http.patch(at(space, '/1'), body))).toBe(400)
  })

  test('updateChangeRequestById: concurrent updates keep the counters correct', async () => {
    const space = await createSpace(server)
    const made = await Promise.all(Array.from({ length: 6 }, () => create(space)))
    const statuses = ['open', 'draft', 'archived', 'open']
    await Promise.all(
      made.flatMap(({ id }) => statuses.map((status) => server.admin.http.patch(at(space, `/${id}`), { status }))),
    )
    const { items } = (await server.admin.http.get(at(space))).body as { items: { status: string }[] }
    const having = (status: string) => items.filter((item) => item.status === status).length
    expect(await countersOf(space)).toEqual([6, having('open'), having('draft')])
  })

  test('createChangeRequest, updateChangeRequestById, mergeChangeRequest: what each role may do', async () => {
    const scene = await server.found()
    const space = await createSpace(scene)
    for (const [role, read, propose, merge] of [
      ['read', 200, 403, 403],
      ['comment', 200, 403, 403],
      ['edit', 200, 201, 403],
      ['review', 200, 201, 200],
    ] as const) {
      const { http } = await enter(server, scene, role)
      const { number } = await post(scene, space)
      expect(await statusOf(http.get(at(space)))).toBe(read)
      expect(await statusOf(http.get(at(space, `/${number}`)))).toBe(read)
      expect(await statusOf(http.post(at(space))), role).toBe(propose)
      const changed = await statusOf(http.patch(at(space, `/${number}`), { status: 'open' }))
      expect(changed, role).toBe(propose === 201 ? 200 : 403)
      expect(await statusOf(http.post(at(space, `/${number}/update`))), role).toBe(propose === 201 ? 200 : 403)
      expect(await statusOf(http.post(at(space, `/${number}/merge?dryRun=true`))), role).toBe(merge)
      expect(await statusOf(http.post(at(space, `/${number}/merge`))), role).toBe(merge)
    }
    const guest = await enter(server, scene, null)
    expect(await statusOf(guest.http.get(at(space)))).toBe(404)
    await scene.admin.http.patch(`/v1/spaces/${space.id}`, { editMode: 'locked' })
    const editor = await enter(server, scene, 'edit')
    expect(await statusOf(editor.http.post(at(space)))).toBe(201)
  })
})
