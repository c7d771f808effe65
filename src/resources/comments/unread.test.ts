import { beforeAll, expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { edit, pages } from '../../../test/support/edits.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let space: string
let reader: Person
let writer: Person
const say = (markdown: string) => ({ body: { markdown } })
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  const scene = { organization: server.organization, admin: server.admin }
  space = (await createSpace(scene)).id
  await edit(server, { space }, pages('one'))
  reader = await enter(server, scene, 'comment')
  writer = await enter(server, scene, 'comment')
})

/** Times are in milliseconds: what follows is later. */
const later = () => new Promise((resolve) => setTimeout(resolve, 3))

test('listUnreadCommentsInSpace, readCommentsInSpace, listUnreadCommentsInChangeRequest, readCommentsInChangeRequest: what others said since, until it is read', async () => {
  const request = (await server.admin.http.post(`/v1/spaces/${space}/change-requests`, {})).body.id
  for (const at of [`/v1/spaces/${space}`, `/v1/spaces/${space}/change-requests/${request}`]) {
    const unread = async ({ http }: Person) => {
      const { body } = await http.get(`${at}/unread-comments`)
      return body.comments.map(({ id }: { id: string }) => id)
    }
    const post = async ({ http }: Person, path = 'comments', more = {}) => {
      await later()
      const { body } = await http.post(`${at}/${path}`, { ...say('Words'), ...more })
      await later()
      return body.id
    }
    const read = async (comment?: string) => {
      await later()
      return statusOf(reader.http.put(`${at}/unread-comments`, { comment }))
    }
    const old = await post(writer)
    expect((await reader.http.get(`${at}/unread-comments`)).body).toEqual({ object: 'unread-comments', comments: [] })
    expect(await read()).toBe(204)
    const own = await post(reader)
    expect(await unread(reader)).toEqual([])
    const first = await post(writer, 'comments', { page: 'one' })
    const second = await post(writer)
    expect((await reader.http.get(`${at}/unread-comments`)).body).toEqual({
      object: 'unread-comments',
      since: expect.any(String),
      comments: [{ id: second }, { id: first, page: 'one' }],
    })
    expect(await read(first)).toBe(204)
    expect(await unread(reader)).toEqual([second])
    await post(writer, `comments/${first}/replies`)
    await post(writer, `comments/${own}/replies`)
    await post(writer, `comments/${old}/replies`)
    await post(reader, `comments/${second}/replies`)
    expect(await unread(reader)).toEqual([old, own, first, second])
    expect(await unread(writer)).toEqual([])
    await reader.http.delete(`${at}/comments/${own}`)
    expect(await read()).toBe(204)
    expect(await unread(reader)).toEqual([])
    expect([await read('nothing'), await read(own)]).toEqual([404, 404])
  }
})

test('addCommentFile, getCommentFileById: pictures that comments name by their address', async () => {
  const at = `/v1/spaces/${space}/comment-files`
  const { body, headers, status } = await writer.http.post(at, { name: 'plan.png', base64: PIXEL })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    object: 'comment-file',
    name: 'plan.png',
    contentType: 'image/png',
    dimensions: { width: 1 },
  })
  expect(headers.get('location')).toBe(body.urls.location)
  expect((await reader.http.get(`${at}/${body.id}`)).body).toEqual(body)
  const bytes = await fetch(body.downloadURL)
  expect([bytes.status, Buffer.from(await bytes.arrayBuffer()).toString('base64')]).toEqual([200, PIXEL])
  const written = `![plan.png](${body.urls.location})`
  const comment = (await writer.http.post(`/v1/spaces/${space}/comments`, say(`See:\n\n${written}`))).body
  expect((await reader.http.get(`/v1/spaces/${space}/comments/${comment.id}`)).body.body.markdown).toContain(
    body.urls.location,
  )
  for (const base64 of ['?', 'aGVsbG8=', '', Buffer.alloc(11 * 1024 * 1024).toString('base64')])
    expect((await writer.http.post(at, { base64 })).body.error.issues).toMatchObject([{ path: 'base64' }])
  const other = await createSpace({ organization: server.organization, admin: server.admin })
  expect(await statusOf(reader.http.get(`/v1/spaces/${other.id}/comment-files/${body.id}`))).toBe(404)
  expect(await statusOf((await server.join('read')).http.post(at, { base64: PIXEL }))).toBe(403)
})
