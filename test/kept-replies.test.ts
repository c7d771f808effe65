// Replies that are kept are those that a server without them would send: after every write of this node and another.
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
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

/** A reply to another URL that asks for the same is made afresh. */
const afresh = (url: string, turn: number) => `${url}${url.includes('?') ? '&' : '?'}afresh=${turn}`

const MOVES = fc.record({
  writer: fc.nat(1),
  reader: fc.nat(1),
  write: fc.constantFrom('page', 'other page', 'space', 'comment', 'member', 'team', 'change request', 'nothing'),
})

test('whatever is written where, every reply is the one that is made afresh', { timeout: 600_000 }, async () => {
  const { id: space } = await createSpace(server)
  const { organization: org, admin } = server
  const at = (path: string) => `/v1${path}`
  const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'The ferry leaves.' } })
  const changes = [insert('Ferries'), insert('Harbours')]
  const { body } = await admin.http.post(at(`/spaces/${space}/content`), { changes })
  const [page, other] = body.changes.map((change: { page: { id: string } }) => change.page.id)
  const member = await enter(server, server, 'edit')
  const people = [admin, await server.node()]
  let turn = 0
  const edit = (id: string) => ({
    changes: [{ operation: 'update_page', page: id, document: { markdown: `The ferry leaves at ${turn}.` } }],
  })
  const writes: Record<string, (by: Person) => Promise<unknown>> = {
    page: ({ http }) => http.post(at(`/spaces/${space}/content`), edit(page)),
    'other page': ({ http }) => http.post(at(`/spaces/${space}/content`), edit(other)),
    space: ({ http }) => http.patch(at(`/spaces/${space}`), { title: `Space ${turn}` }),
    comment: ({ http }) => http.post(at(`/spaces/${space}/comments`), { body: { markdown: `Comment ${turn}` } }),
    member: ({ http }) =>
      http.patch(at(`/orgs/${org}/members/${member.id}`), { role: turn % 2 === 0 ? 'read' : 'comment' }),
    team: ({ http }) => http.put(at(`/orgs/${org}/teams`), { title: `Team ${turn}` }),
    'change request': ({ http }) => http.post(at(`/spaces/${space}/change-requests`), { subject: `Change ${turn}` }),
    nothing: async () => {},
  }
  const urls = [
    ...DONE.map(([, path]) => path.replace('/O/', `/${org}/`).replace('/S/', `/${space}/`)).filter(
      (path) => !path.includes('change-requests/1'),
    ),
    `/spaces/${space}/search?query=leaves`,
    `/spaces/${space}/content/pages`,
    `/spaces/${space}/content/page/${page}`,
    `/spaces/${space}/content/page/${page}?format=markdown`,
    `/spaces/${space}`,
  ].map(at)
  const shown = async ({ http }: Person, url: string) =>
    JSON.stringify((await http.get(url)).body, (key, value) => (key === 'lastSeenAt' ? undefined : value))
  await fc.assert(
    fc.asyncProperty(fc.array(MOVES, { minLength: 3, maxLength: 6 }), async (moves) => {
      for (const { writer, reader, write } of moves) {
        turn++
        await writes[write]!(people[writer]!)
        for (const url of urls) {
          const fresh = shown(people[reader]!, afresh(url, turn))
          expect(await shown(people[reader]!, url), `${write}: ${url}`).toBe(await fresh)
        }
      }
    }),
    { numRuns: 8 },
  )
})

test('a token that is revoked or has expired, and a member who is removed, get nothing more', async () => {
  const { id: space } = await createSpace(server)
  const url = `/v1/spaces/${space}/content/pages`
  const [revoked, expired, removed] = [
    await enter(server, server, 'read'),
    await enter(server, server, 'read'),
    await enter(server, server, 'read'),
  ]
  for (const { http } of [revoked, expired, removed])
    for (let sent = 0; sent < 3; sent++) expect((await http.get(url)).status).toBe(200)
  const tokenOf = ({ id }: Person, set: object) =>
    server.database.write((db) => db.updateTable('tokens').set(set).where('user_id', '=', id).execute())
  await tokenOf(revoked, { revoked_at: '2020-01-01T00:00:00.000Z' })
  await tokenOf(expired, { expires_at: '2020-01-01T00:00:00.000Z' })
  await server.admin.http.delete(`/v1/orgs/${server.organization}/members/${removed.id}`)
  expect((await revoked.http.get(url)).status).toBe(401)
  expect((await expired.http.get(url)).status).toBe(401)
  expect((await removed.http.get(url)).status).toBe(404)
})

const caller = { user: { id: 'a' }, tokenId: 'a', boundTo: null }
const asked = (url: string, more: object = {}) =>
  ({ method: 'GET', url, headers: { authorization: 'Bearer a-token' }, caller, ...more }) as unknown as FastifyRequest
const reply = (length: number) => ({ status: 200, location: null, body: 'x'.repeat(length) })

test('a reply is kept for one state of the database, and until its token expires', async () => {
  let state = 'one'
  const { find, keep } = createKeptReplies({ state: async () => state })
  const soon = { ...caller, expiresAt: new Date(Date.now() + 100_000).toISOString() }
  const past = { ...caller, expiresAt: new Date(Date.now() - 1).toISOString() }
  for (const [url, who] of Object.entries({ '/soon': soon, '/past': past })) {
    const request = asked(url, { caller: who })
    await find(request)
    keep(request, reply(10), undefined)
  }
  expect((await find(asked('/soon')))?.body.toString()).toBe('x'.repeat(10))
  expect(await find(asked('/past'))).toBeUndefined()
  state = 'two'
  expect(await find(asked('/soon'))).toBeUndefined()
})

test('nothing is kept for sessions, visitors and integrations, and for errors', async () => {
  const { find, keep } = createKeptReplies({ state: async () => 'one' })
  const kept = async (request: FastifyRequest, status = 200) => {
    await find(request)
    keep(request, { ...reply(10), status }, undefined)
    return find(request)
  }
  expect(await kept(asked('/a'))).toBeDefined()
  expect(await kept(asked('/b'), 404)).toBeUndefined()
  expect(await kept(asked('/c', { headers: {} }))).toBeUndefined()
  expect(await kept(asked('/d', { headers: { authorization: 'Bearer lci_token' } }))).toBeUndefined()
  expect(await kept(asked('/e', { headers: { authorization: 'Bearer a.b.c' } }))).toBeUndefined()
})

test('kept replies are bounded by their size', async () => {
  const { find, keep } = createKeptReplies({ state: async () => 'one' })
  const urls = Array.from({ length: 100 }, (_, at) => `/${at}`)
  for (const url of [...urls, '/large']) {
    const request = asked(url)
    await find(request)
    keep(request, reply(url === '/large' ? 10_000_000 : 1_000_000), undefined)
  }
  const kept = []
  for (const url of urls) if (await find(asked(url))) kept.push(url)
  expect(1_000_000 * kept.length).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect(kept).toContain('/99')
  expect(await find(asked('/large'))).toBeUndefined()
})
