// Replies that are kept are those that a server without them would send: after every write of this node and another.
import { expect, test } from 'vitest'
import { resources } from '../src/resources/index.ts'
import { createKeptReplies } from '../src/server/kept-replies.ts'
import { createSpace, enter } from './support/content.ts'
import { type Person, startedServer } from './support/server.ts'

const server = startedServer()

const DONE = Object.entries({
  listSpacesInOrganizationById: '/orgs/O/spaces',
  listCollectionsInOrganizationById: '/orgs/O/collections',
  listMembersInOrganizationById: '/orgs/O/members',
  listTeamsInOrganizationById: '/orgs/O/teams',
  listChangeRequestsForOrganization: '/orgs/O/change-requests?status=draft',
  listChangeRequestsForSpace: '/spaces/S/change-requests',
  listCommentsInSpace: '/spaces/S/comments?format=markdown',
  listCommentsInChangeRequest: '/spaces/S/change-requests/1/comments',
  searchSpaceContent: '/spaces/S/search?query=ferry',
  searchOrganizationContent: '/orgs/O/search?query=ferry',
})

test('every operation whose replies are kept is tested here', () => {
  const kept = resources.flatMap(({ operations }) => operations.filter(({ operation }) => operation.kept))
  expect(kept.map(({ id }) => id).sort()).toEqual(DONE.map(([id]) => id).sort())
})

test('a reply is kept until something is written, here or on another node, and is never an old one', async () => {
  const { id: space } = await createSpace(server)
  const member = await enter(server, server, 'edit')
  const other = await server.node()
  const { organization: org, admin } = server
  const urls = DONE.map(([, path]) => `/v1${path.replace('/O/', `/${org}/`).replace('/S/', `/${space}/`)}`)
  const at = (path: string) => `/v1${path}`
  const { body: first } = await admin.http.post(at(`/spaces/${space}/change-requests`), { subject: 'First' })
  const { body: comment } = await admin.http.post(at(`/spaces/${space}/comments`), { body: { markdown: 'One' } })
  const writes: ((by: Person) => Promise<{ status: number }>)[] = [
    ({ http }) => http.post(at(`/orgs/${org}/spaces`), { title: 'Another' }),
    ({ http }) => http.patch(at(`/spaces/${space}`), { title: 'Renamed' }),
    ({ http }) => http.post(at(`/orgs/${org}/collections`), { title: 'Shelf' }),
    ({ http }) => http.put(at(`/orgs/${org}/teams`), { title: 'Crew' }),
    ({ http }) => http.post(at(`/spaces/${space}/change-requests`), { subject: 'Second' }),
    ({ http }) => http.patch(at(`/spaces/${space}/change-requests/${first.id}`), { subject: 'Changed' }),
    ({ http }) => http.put(at(`/spaces/${space}/comments/${comment.id}`), { body: { markdown: 'Two' } }),
    ({ http }) => http.post(at(`/spaces/${space}/change-requests/1/comments`), { body: { markdown: 'Here' } }),
    ({ http }) => http.patch(at(`/orgs/${org}/members/${member.id}`), { role: 'read' }),
  ]
  // Visits are recorded in the background, and each node has an address of its own.
  const withoutVisits = (key: string, value: unknown) => (key === 'lastSeenAt' ? undefined : value)
  const readAll = async ({ http }: Person) => {
    const replies: string[] = []
    for (const url of urls)
      replies.push(JSON.stringify((await http.get(url)).body, withoutVisits).replaceAll(/127\.0\.0\.1:\d+/g, ''))
    return replies
  }
  for (const [turn, write] of writes.entries()) {
    const [writer, reader] = turn % 2 === 0 ? [other, admin] : [admin, other]
    const before = await readAll(reader)
    expect(await readAll(reader)).toEqual(before)
    expect((await write(writer)).status).toBeLessThan(300)
    const after = await readAll(reader)
    expect(after, `write ${turn}`).not.toEqual(before)
    expect(after).toEqual(await readAll(writer))
  }
})

test('a search finds what another node has just added', async () => {
  const { id: space } = await createSpace(server)
  const other = await server.node()
  const found = async () => (await server.admin.http.get(`/v1/spaces/${space}/search?query=lighthouse`)).body.count
  expect(await found()).toBe(0)
  expect(await found()).toBe(0)
  const changes = [{ operation: 'insert_page', title: 'The lighthouse', document: { markdown: 'It shines.' } }]
  await other.http.post(`/v1/spaces/${space}/content`, { changes })
  await expect.poll(found).toBe(1)
})

test('what somebody may no longer see is gone at once, and replies are of one caller', async () => {
  const { id: space } = await createSpace(server)
  const guest = await server.join(null)
  const other = await server.node()
  const url = `/v1/orgs/${server.organization}/spaces`
  const seen = async () => (await guest.http.get(url)).body.items.map(({ id }: { id: string }) => id)
  expect(await seen()).not.toContain(space)
  expect((await server.admin.http.get(url)).body.count).toBeGreaterThan(0)
  const grants = `/v1/spaces/${space}/permissions/users`
  expect(
    (await other.http.post(`/v1/spaces/${space}/permissions`, { role: 'read', users: [guest.id] })).status,
  ).toBeLessThan(300)
  expect(await seen()).toContain(space)
  expect(await seen()).toContain(space)
  expect((await other.http.delete(`${grants}/${guest.id}`)).status).toBeLessThan(300)
  expect(await seen()).not.toContain(space)
})

test('nothing is kept for visitors, for integrations, and in transactions', () => {
  const { find } = createKeptReplies()
  const caller = { user: { id: 'a' }, tokenId: 'a', boundTo: null }
  const { read } = server.database
  expect(find(read, { ...caller, integration: {} } as never, '/v1/orgs')).toBeUndefined()
  expect(find(read, undefined, '/v1/orgs')).toBeUndefined()
  return server.database.write((db) => {
    expect(find(db, caller as never, '/v1/orgs')).toBeUndefined()
  })
})

test('kept replies are bounded by their size', async () => {
  const { find } = createKeptReplies()
  const caller = { user: { id: 'a' }, tokenId: 'a', boundTo: null } as never
  const reader = await server.database.reader()
  for (let at = 0; at < 200; at++) find(reader, caller, `/${at}`)?.keep('x'.repeat(100_000))
  find(reader, caller, '/large')?.keep('x'.repeat(300_000))
  const kept = Array.from({ length: 200 }, (_, at) => find(reader, caller, `/${at}`)?.body?.length ?? 0)
  expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(16 * 1024 * 1024)
  expect(kept.at(-1)).toBe(100_000)
  expect(find(reader, caller, '/large')?.body).toBeUndefined()
})
