// @slow
import { beforeAll, describe, expect, test } from 'vitest'
import { createSpace, statusOf } from '../../../test/support/content.ts'
import { documentOf, edit, pages } from '../../../test/support/edits.ts'
import { belowTitle } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let space: { id: string; revision: string }

beforeAll(async () => {
  space = await createSpace(server)
  await edit(server, { space: space.id }, pages('one', 'two', 'three'))
})

const at = (rest: string) => `/v1/spaces/${space.id}/change-requests${rest}`
const create = async () => (await server.admin.http.post(at(''))).body as { id: string; number: number }
const get = async ({ id }: { id: string }) => (await server.admin.http.get(at(`/${id}`))).body
const merge = ({ id }: { id: string }, query = '') => server.admin.http.post(at(`/${id}/merge${query}`))
const update = ({ id }: { id: string }) => server.admin.http.post(at(`/${id}/update`))
const inMain = () => ({ space: space.id })
const inside = ({ id }: { id: string }) => ({ space: space.id, changeRequest: id, by: server.admin.id })
const entitle = (page: string, title: string) => [{ operation: 'update_page' as const, page, title }]
const titleOf = async (page: string) =>
  (await server.admin.http.get(`/v1/spaces/${space.id}/content/page/${page}`)).body.title
const head = async () => (await server.admin.http.get(`/v1/spaces/${space.id}`)).body

describe('merging', () => {
  test('mergeChangeRequest: commits its changes to main as one revision with two parents', async () => {
    const made = await create()
    const before = await head()
    const proposed = await edit(server, inside(made), entitle('one', 'First'))
    expect(await titleOf('one')).toBe('one')
    const { data } = await server.admin.client.spaces.mergeChangeRequest(space.id, made.id)
    expect(data).toEqual({ result: 'merge', revision: (await head()).revision })
    expect(await titleOf('one')).toBe('First')
    const { body } = await server.admin.http.get(`/v1/spaces/${space.id}/content`)
    expect(body).toMatchObject({ id: data.revision, type: 'merge', parents: [before.revision, proposed] })
    expect(await get(made)).toMatchObject({ status: 'merged', revisionMerged: data.revision, outdated: false })
    expect((await head()).changeRequestsDraft).toBe(before.changeRequestsDraft - 1)
  })

  test('mergeChangeRequest, updateChangeRequest, updateChangeRequestById: merged is final', async () => {
    const made = await create()
    await server.admin.http.patch(at(`/${made.id}`), { status: 'archived' })
    expect((await merge(made)).body.result).toBe('merge')
    const { revision } = await head()
    expect((await merge(made)).status).toBe(409)
    expect((await update(made)).status).toBe(409)
    expect(await statusOf(server.admin.http.patch(at(`/${made.id}`), { status: 'open' }))).toBe(409)
    expect(await statusOf(server.admin.http.patch(at(`/${made.id}`), { subject: 'What it was' }))).toBe(200)
    expect((await head()).revision).toBe(revision)
  })

  test('mergeChangeRequest: merges concurrent changes of main, even in the same document', async () => {
    const text = 'First.\n\nSecond.\n\nThird.'
    const write = (markdown: string) => [
      { operation: 'update_page' as const, page: 'two', document: documentOf(markdown) },
    ]
    await edit(server, inMain(), write(text))
    const made = await create()
    await edit(server, inside(made), write(text.replace('First', 'Proposed')))
    await edit(server, inMain(), [...write(text.replace('Third', 'Edited')), ...pages('four')])
    expect((await merge(made)).body.result).toBe('merge')
    const { body } = await server.admin.http.get(`/v1/spaces/${space.id}/content/page/two?format=markdown`)
    expect(belowTitle(body.markdown).trim()).toBe('Proposed.\n\nSecond.\n\nEdited.')
    expect(await titleOf('four')).toBe('four')
  })

  test('mergeChangeRequest: with conflicts changes nothing', async () => {
    const made = await create()
    await edit(server, inside(made), [...entitle('three', 'Ours'), ...pages('five')])
    const moved = await edit(server, inMain(), entitle('three', 'Theirs'))
    const before = await get(made)
    for (const query of ['', '?dryRun=true', '?dryRun=false'])
      expect((await merge(made, query)).body).toEqual({ result: 'conflicts', revision: moved })
    expect(await get(made)).toEqual(before)
    expect((await head()).revision).toBe(moved)
    expect(await titleOf('three')).toBe('Theirs')
    expect((await merge(made, '?dryRun=maybe')).status).toBe(400)
  })

  test('mergeChangeRequest: a dry run returns the result and changes nothing', async () => {
    const made = await create()
    await edit(server, inside(made), pages('six'))
    const before = await get(made)
    const { revision } = await head()
    expect((await merge(made, '?dryRun=true')).body).toEqual({ result: 'merge', revision })
    expect([await get(made), (await head()).revision]).toEqual([before, revision])
  })

  test('mergeChangeRequest: a retry with the same idempotency key gets the first reply', async () => {
    const made = await create()
    await edit(server, inside(made), pages('seven'))
    const key = { 'idempotency-key': `merge-${made.id}` }
    const again = () => server.admin.http.post(at(`/${made.id}/merge`), undefined, key)
    const first = await again()
    expect(first.body.result).toBe('merge')
    expect((await again()).body).toEqual(first.body)
    expect((await head()).revision).toBe(first.body.revision)
  })

  test('mergeChangeRequest: two concurrent merges of one change request merge it once', async () => {
    const made = await create()
    await edit(server, inside(made), pages('eight'))
    const answers = await Promise.all([merge(made), merge(made)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('mergeChangeRequest: of two conflicting ones merged concurrently, one gets conflicts', async () => {
    const rivals = await Promise.all([create(), create()])
    for (const made of rivals) await edit(server, inside(made), entitle('four', `By ${made.number}`))
    const answers = await Promise.all(rivals.map((made) => merge(made)))
    expect(answers.map(({ body }) => body.result).sort()).toEqual(['conflicts', 'merge'])
    const winner = rivals[answers.findIndex(({ body }) => body.result === 'merge')]!
    expect(await titleOf('four')).toBe(`By ${winner.number}`)
  })

  test('mergeChangeRequest: two hundred concurrent merges on two nodes all reach main', async () => {
    const scene = { ...server, space: await createSpace(server) }
    const titles = Array.from({ length: 200 }, (_, index) => `page-${index}`)
    await edit(server, { space: scene.space.id }, pages(...titles))
    const base = `/v1/spaces/${scene.space.id}`
    const nodes = [server.admin, await server.node()]
    const nodeOf = (index: number) => nodes[index % nodes.length]!.http
    const made = await Promise.all(titles.map((_, index) => nodeOf(index).post(`${base}/change-requests`)))
    for (const [index, { body }] of made.entries())
      await edit(server, { space: scene.space.id, changeRequest: body.id }, entitle(titles[index]!, `Merged ${index}`))
    const answers = await Promise.all(
      made.map(({ body }, index) => nodeOf(index).post(`${base}/change-requests/${body.id}/merge`)),
    )
    expect(answers.every(({ body }) => body.result === 'merge')).toBe(true)
    expect(new Set(answers.map(({ body }) => body.revision)).size).toBe(titles.length)
    for (const { http } of nodes) {
      const { body: main } = await http.get(`${base}/content/pages`)
      expect(main.pages.map(({ title }: { title: string }) => title)).toEqual(titles.map((_, at) => `Merged ${at}`))
    }
    const { body: counted } = await server.admin.http.get(base)
    expect([counted.changeRequests, counted.changeRequestsOpen, counted.changeRequestsDraft]).toEqual([200, 0, 0])
    expect(made.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(titles.map((_, index) => index + 1))
  })
})

describe('merging and writing at once', () => {
  test('mergeChangeRequest: concurrent merges, updates and edits of main lose no changes', async () => {
    const busy = await createSpace(server)
    const base = `/v1/spaces/${busy.id}`
    const titles = Array.from({ length: 10 }, (_, index) => `page-${index}`)
    await edit(server, { space: busy.id }, pages(...titles))
    const made = await Promise.all(titles.map(() => server.admin.http.post(`${base}/change-requests`)))
    const ids = made.map(({ body }) => body.id as string)
    for (const [index, changeRequest] of ids.entries())
      await edit(server, { space: busy.id, changeRequest }, entitle(titles[index]!, `Merged ${index}`))
    const writes = ids.flatMap((id, index) => [
      server.admin.http.post(`${base}/change-requests/${id}/update`),
      server.admin.http.post(`${base}/change-requests/${id}/merge`),
      server.admin.http.post(`${base}/content`, {
        changes: [{ operation: 'update_page', page: titles[index], description: `Live ${index}` }],
      }),
    ])
    const answers = await Promise.all(writes)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const { body } = await server.admin.http.get(`${base}/content/pages`)
    const shown = body.pages.map(({ title, description }: { title: string; description: string }) => [
      title,
      description,
    ])
    expect(shown).toEqual(titles.map((_, index) => [`Merged ${index}`, `Live ${index}`]))
  })
})

describe('updating', () => {
  test('updateChangeRequest: merges main, as a revision of the change request', async () => {
    const made = await create()
    const proposed = await edit(server, inside(made), pages('nine'))
    const moved = await edit(server, inMain(), pages('ten'))
    const { data } = await server.admin.client.spaces.updateChangeRequest(space.id, made.id)
    expect(data).toEqual({ result: 'update', revision: expect.any(String) })
    const after = await get(made)
    expect(after).toMatchObject({ revision: data.revision, revisionMergedAncestor: moved, outdated: false })
    const row = await server.database.read
      .selectFrom('revisions')
      .selectAll()
      .where('id', '=', data.revision)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ type: 'update', change_request_id: made.id })
    expect(JSON.parse(row.parents)).toEqual([proposed, moved])
    expect((await head()).revision).toBe(moved)
    expect((await merge(made)).body.result).toBe('merge')
    expect([await titleOf('nine'), await titleOf('ten')]).toEqual(['nine', 'ten'])
  })

  test('updateChangeRequest: does nothing if the change request is current', async () => {
    const made = await create()
    const before = await get(made)
    expect((await update(made)).body).toEqual({ result: 'update', revision: before.revision })
    expect(await get(made)).toEqual(before)
    await edit(server, inMain(), entitle('one', 'Moved on'))
    const { revision } = (await update(made)).body
    expect((await update(made)).body).toEqual({ result: 'update', revision })
  })
})
