// Replies that are sent before the framework sees the request are those that it would send itself.
import { expect, test } from 'vitest'
import { createWarmReplies } from '../src/server/warm-replies.ts'
import { createSpace, enter } from './support/content.ts'
import { httpAs } from './support/http.ts'
import { type Person, startedServer } from './support/server.ts'

const server = startedServer({ rateLimit: 1000 })

async function world() {
  const { id: space } = await createSpace(server)
  const changes = [{ operation: 'insert_page', title: 'The ferry', document: { markdown: 'It leaves at noon.' } }]
  await server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
  const { body } = await server.admin.http.get(`/v1/spaces/${space}/content/pages`)
  return { space, page: `/v1/spaces/${space}/content/page/${body.pages[0].id}` }
}

/** What the framework replies, without the network. */
async function withoutDoor(person: Person, url: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: all,
    body,
  } = await server.app.http.inject({
    url,
    headers: { host: new URL(server.url).host, authorization: `Bearer ${person.token}`, ...headers },
  })
  return { status: statusCode, headers: comparable(Object.entries(all).map(([k, v]) => [k, String(v)])), body }
}

const ONE_TIME = ['date', 'x-request-id', 'connection', 'keep-alive', 'ratelimit-remaining', 'ratelimit-reset']

const comparable = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !ONE_TIME.includes(name)))

async function throughDoor(person: Person, url: string, headers: Record<string, string> = {}) {
  const reply = await person.http.get(url, headers)
  return { status: reply.status, headers: comparable(reply.headers), body: reply.text }
}

test('a reply that is sent again equals the first and that of the framework, with its headers', async () => {
  const { space, page } = await world()
  const urls = [
    page,
    `${page}?format=markdown`,
    `/v1/spaces/${space}/content/pages`,
    `/v1/spaces/${space}/comments`,
    `/v1/spaces/${space}/search?query=ferry`,
    `/v1/orgs/${server.organization}/members`,
  ]
  for (const url of urls) {
    const first = await throughDoor(server.admin, url)
    expect(first.status, url).toBe(200)
    for (let again = 0; again < 3; again++) expect(await throughDoor(server.admin, url), url).toEqual(first)
    expect(await withoutDoor(server.admin, url), url).toEqual(first)
    const etag = first.headers.etag
    if (!etag) continue
    const known = { 'if-none-match': `"other", W/${etag}` }
    const second = await throughDoor(server.admin, url, known)
    expect([second.status, second.body], url).toEqual([304, ''])
    expect(second).toEqual(await withoutDoor(server.admin, url, known))
  }
})

test('requests are counted, measured and named like all others', async () => {
  const { page } = await world()
  const person = await enter(server, server, 'read')
  const measured = async () => {
    const { text } = await httpAs(server.url).get('/metrics')
    return Number(/_count\{operation="getPageById",status="200"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  const before = await measured()
  const left: number[] = []
  for (let sent = 0; sent < 3; sent++) {
    const { headers } = await person.http.get(page, { 'x-request-id': `mine-${sent}` })
    expect(headers.get('x-request-id')).toBe(`mine-${sent}`)
    left.push(Number(headers.get('ratelimit-remaining')))
  }
  expect(left.map((each) => each - left[2]!)).toEqual([2, 1, 0])
  expect((await measured()) - before).toBe(3)
})

test('a token that is revoked or has expired, and a member who is removed, get nothing more', async () => {
  const { page } = await world()
  const { database } = server
  const [revoked, expired, removed] = [
    await enter(server, server, 'read'),
    await enter(server, server, 'read'),
    await enter(server, server, 'read'),
  ]
  for (const { http } of [revoked, expired, removed])
    for (let sent = 0; sent < 3; sent++) expect((await http.get(page)).status).toBe(200)
  const tokenOf = ({ id }: Person, set: object) =>
    database.write((db) => db.updateTable('tokens').set(set).where('user_id', '=', id).execute())
  await tokenOf(revoked, { revoked_at: '2020-01-01T00:00:00.000Z' })
  await tokenOf(expired, { expires_at: '2020-01-01T00:00:00.000Z' })
  await server.admin.http.delete(`/v1/orgs/${server.organization}/members/${removed.id}`)
  expect((await revoked.http.get(page)).status).toBe(401)
  expect((await expired.http.get(page)).status).toBe(401)
  expect((await removed.http.get(page)).status).toBe(404)
})

test('an edit is seen at once, here and on another node', async () => {
  const { space, page } = await world()
  const other = await server.node()
  const readers = [server.admin, other]
  for (const [turn, writer] of [other, server.admin, other].entries()) {
    for (const { http } of [readers, readers, readers].flat()) await http.get(`${page}?format=markdown`)
    const changes = [
      { operation: 'update_page', page: page.split('/').at(-1), document: { markdown: `It leaves at ${turn}.` } },
    ]
    expect((await writer.http.post(`/v1/spaces/${space}/content`, { changes })).status).toBeLessThan(300)
    for (const { http } of readers)
      expect((await http.get(`${page}?format=markdown`)).body.markdown).toContain(`at ${turn}.`)
  }
})

test('after an edit of another page, a reply is what the framework sends then, here and on another node', async () => {
  const { space, page } = await world()
  const other = await server.node()
  const insert = { operation: 'insert_page', title: 'The harbour', document: { markdown: 'It is open.' } }
  const { body } = await server.admin.http.post(`/v1/spaces/${space}/content`, { changes: [insert] })
  const harbour = body.changes[0].page.id
  const reader = await enter(server, server, 'read')
  let known = ''
  for (const [turn, writer] of [server.admin, other, server.admin, other].entries()) {
    for (let sent = 0; sent < 3; sent++) known = (await reader.http.get(page)).headers.get('etag')!
    const changes = [{ operation: 'update_page', page: harbour, title: `The harbour ${turn}` }]
    expect((await writer.http.post(`/v1/spaces/${space}/content`, { changes })).status).toBeLessThan(300)
    const now = await throughDoor(reader, page)
    expect(now.headers.etag).not.toBe(known)
    expect(now).toEqual(await withoutDoor(reader, page))
    const same = await reader.http.get(page, { 'if-none-match': now.headers.etag! })
    expect(same.status).toBe(304)
    expect((await reader.http.get(page, { 'if-none-match': known })).status).toBe(200)
  }
  expect(known).not.toBe('')
})

test('warm replies are bounded by their size, and only of people with tokens at the host of the API', async () => {
  const reader = await server.database.reader()
  const warm = createWarmReplies({ database: { reader: () => reader }, host: 'here', presence: { record() {} } })
  const { shownState } = await import('../src/db/prepared.ts')
  const state = shownState(reader)!
  const caller = { user: { id: server.admin.id }, tokenId: 'a', boundTo: null }
  const keep = (url: string, length: number, about: object = {}) => {
    const raw = { method: 'GET', url, headers: { host: 'here', authorization: `Bearer ${server.admin.token}` } }
    const request = { raw, headers: raw.headers, host: 'here', caller, ...about }
    const reply = {
      status: 200,
      location: null,
      body: Buffer.alloc(length),
      repeatable: { state, visited: undefined },
    }
    warm.keep(request as never, 'any', reply)
    return raw
  }
  // The reader is asked for only to check something that is kept.
  const isKept = async (raw: object) => {
    await warm.find(raw as never)
    return 'reader' in raw
  }
  expect(await isKept(keep('/v1/large', 300_000))).toBe(false)
  for (const about of [
    { caller: { ...caller, session: {} } },
    { caller: { ...caller, integration: {} } },
    { host: 'site' },
  ]) {
    expect(await isKept(keep('/v1/other', 10, about))).toBe(false)
  }
  const all = Array.from({ length: 200 }, (_, at) => keep(`/v1/${at}`, 200_000))
  const kept = await Promise.all(all.map(isKept))
  expect(200_000 * kept.filter(Boolean).length).toBeLessThanOrEqual(16 * 1024 * 1024)
  expect(kept.at(-1)).toBe(true)
})
