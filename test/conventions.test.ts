// The HTTP conventions of every operation, each tested once over real HTTP.
import { describe, expect, test } from 'vitest'
import { httpAs } from './support/http.ts'
import { sendBytes, sendRaw } from './support/raw.ts'
import { startedServer } from './support/server.ts'

const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' } })
const spaces = () => `/v1/orgs/${server.organization}/spaces`
const bearer = () => ({ authorization: `Bearer ${server.admin.token}` })
const json = { 'content-type': 'application/json' }
const pathsOf = (body: { error: { issues: { path: string }[] } }) => body.error.issues.map(({ path }) => path).sort()

describe('errors', () => {
  test('have the status as code, and one sentence', async () => {
    const { status, body } = await server.admin.http.get('/v1/spaces/none')
    expect(status).toBe(404)
    expect(body).toEqual({ error: { code: 404, message: expect.stringMatching(/^[A-Z].*\.$/) } })
  })

  test('name every bad field at once, of the body and of the query', async () => {
    const { status, body } = await server.admin.http.patch('/v1/orgs/any', { title: '', sso: 1, hostname: 'A B' })
    expect(status).toBe(400)
    expect(pathsOf(body)).toEqual(['hostname', 'sso', 'title'])
    const query = await server.admin.http.get(`${spaces()}?limit=-1&page=a&page=b`)
    expect(query.status).toBe(400)
    expect(pathsOf(query.body)).toEqual(['limit', 'page'])
  })

  test('name nested fields', async () => {
    const { body } = await server.admin.http.patch('/v1/orgs/any', { emailDomains: ['ok.example', 'not ok', 5] })
    expect(pathsOf(body)).toEqual(['emailDomains.1', 'emailDomains.2'])
  })

  test('for missing objects are the same for any caller, path and reason', async () => {
    const { admin } = await server.found()
    const { body: space } = await server.admin.http.post(spaces())
    const texts = await Promise.all([
      admin.http.get(`/v1/spaces/${space.id}`),
      admin.http.get('/v1/spaces/none'),
      admin.http.get('/v1/nothing/here'),
      httpAs(server.url).get('/nothing/here'),
    ])
    expect(new Set(texts.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  })

  test('for a wrong method list the allowed ones', async () => {
    const { status, headers } = await server.admin.http.put('/v1/spaces/any')
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH')
    for (const path of ['/v1', '/v1/']) {
      const answer = await server.admin.http.post(path)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('have the same shape for requests that are not HTTP', async () => {
    const tooLong = `GET /v1 HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
    for (const [bytes, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [tooLong, 431],
    ] as const) {
      const [head, body] = (await sendBytes(server.url, bytes)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status} `)
      expect(JSON.parse(body!)).toEqual({ error: { code: status, message: expect.any(String) } })
    }
  })
})

describe('bodies', () => {
  test('that are not JSON are rejected', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense', '']) {
      const headers = { ...bearer(), 'content-type': type }
      expect((await sendRaw(server.url, { method: 'POST', path: spaces(), headers, body: '{}' })).status, type).toBe(
        415,
      )
    }
    const untyped = await sendRaw(server.url, { method: 'POST', path: spaces(), headers: bearer(), body: '{}' })
    expect(untyped.status).toBe(415)
  })

  test('that are invalid JSON or UTF-8 are rejected', async () => {
    for (const body of ['{', 'nul', "{'a': 1}", Buffer.from([0x22, 0xff, 0xfe, 0x22])]) {
      const answer = await sendRaw(server.url, {
        method: 'POST',
        path: spaces(),
        headers: { ...bearer(), ...json },
        body,
      })
      expect(answer.status, String(body)).toBe(400)
    }
  })

  test('may declare their charset', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    expect((await server.admin.http.post(spaces(), { title: 'é' }, type)).body.title).toBe('é')
  })

  test('may be left out where no field is required, with or without a content type', async () => {
    expect((await server.admin.http.post(spaces())).status).toBe(201)
    expect((await server.admin.http.post(spaces(), '', json)).status).toBe(201)
    expect((await server.admin.http.post(spaces(), ' \n', json)).status).toBe(201)
    const required = await server.admin.http.post('/v1/orgs', '', json)
    expect([required.status, pathsOf(required.body)]).toEqual([400, ['']])
  })

  test('may have unknown fields, which are ignored', async () => {
    const { status, body } = await server.admin.http.post(spaces(), { title: 'Known', unknown: { deep: [1] } })
    expect([status, body.title, body.unknown]).toEqual([201, 'Known', undefined])
  })

  test('may not be empty text where something is needed', async () => {
    const { status, body } = await server.admin.http.post(spaces(), { emoji: '' })
    expect([status, pathsOf(body)]).toEqual([400, ['emoji']])
  })

  test('may have up to 20 MiB', async () => {
    const limit = 20 * 1024 * 1024
    const padded = (length: number) => `{"title":"Large"${' '.repeat(length - 17)}}`
    expect((await server.admin.http.post(spaces(), padded(limit), json)).status).toBe(201)
    const answer = await server.admin.http.post(spaces(), padded(limit + 1), json)
    expect([answer.status, answer.body.error.code]).toEqual([413, 413])
  })

  test('may have up to 500 levels, whatever their content', async () => {
    const nested = (levels: number) => `{"unknown":${'['.repeat(levels - 1)}"}]\\""${']'.repeat(levels - 1)}}`
    expect((await server.admin.http.post(spaces(), nested(500), json)).status).toBe(201)
    for (const levels of [501, 10_000, 1_000_000])
      expect((await server.admin.http.post(spaces(), nested(levels), json)).status, `${levels}`).toBe(400)
    const wide = `{"unknown":[${'[],'.repeat(10_000)}[]]}`
    expect((await server.admin.http.post(spaces(), wide, json)).status).toBe(201)
  })

  test('with too many bad fields get the first ones', async () => {
    const many = { emailDomains: Array.from({ length: 500_000 }, () => 0) }
    const { status, body } = await server.admin.http.patch('/v1/orgs/any', many)
    expect([status, body.error.issues.length]).toEqual([400, 1])
    const unstorable = await server.admin.http.patch('/v1/orgs/any', {
      unknown: Array.from({ length: 20_000 }, () => '\0'),
    })
    expect([unstorable.status, unstorable.body.error.issues.length]).toEqual([400, 10_000])
  })

  test('keep text unchanged, and reject characters that cannot be stored', async () => {
    const title = 'ﬁ ẞ 👩‍👩‍👧 \u202e\ufeff\u{10ffff}'
    expect((await server.admin.http.post(spaces(), { title })).body.title).toBe(title)
    for (const text of ['\0', '\ud800', 'a\udc00b']) {
      const { status, body } = await server.admin.http.post(spaces(), { title: text })
      expect([status, pathsOf(body)], JSON.stringify(text)).toEqual([400, ['title']])
    }
  })

  test('only change the given fields', async () => {
    const { body: space } = await server.admin.http.post(spaces(), { title: 'Stays', emoji: '🎉' })
    const { body } = await server.admin.http.patch(`/v1/spaces/${space.id}`, {})
    expect(body).toMatchObject({ title: 'Stays', emoji: '🎉' })
  })
})

describe('requests', () => {
  test('getApiInformation: the version of the API needs no token, with or without a slash', async () => {
    for (const path of ['/v1', '/v1/']) {
      const { status, body } = await httpAs(server.url).get(path)
      expect([status, body]).toEqual([200, { version: expect.any(String), build: expect.any(String) }])
    }
  })

  test('may end their path with a slash', async () => {
    expect((await server.admin.http.get('/v1/user/')).body).toEqual((await server.admin.http.get('/v1/user')).body)
  })

  test('get JSON whatever they accept', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html', 'nonsense'])
      expect((await server.admin.http.get('/v1/user', { accept })).status, accept).toBe(200)
  })

  test('with HEAD get the headers of GET', async () => {
    const { status, headers, text } = await sendRaw(server.url, { method: 'HEAD', path: '/v1/user', headers: bearer() })
    const full = await server.admin.http.get('/v1/user')
    expect([status, text]).toEqual([200, ''])
    expect(headers['content-length']).toBe(full.headers.get('content-length'))
    expect((await sendRaw(server.url, { method: 'HEAD', path: '/v1/user' })).status).toBe(401)
  })

  test('keep their request id, or get one', async () => {
    const given = await server.admin.http.get('/v1/user', { 'x-request-id': 'my-own_ID-7' })
    expect(given.headers.get('x-request-id')).toBe('my-own_ID-7')
    for (const bad of ['', 'has space', 'x'.repeat(65)]) {
      const { headers } = await server.admin.http.get('/v1/user', { 'x-request-id': bad })
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{16,64}$/)
    }
    for (const path of ['/v1/nothing', '/v1/spaces/%zz'])
      expect((await server.admin.http.get(path)).headers.get('x-request-id'), path).toMatch(/^[\w-]{16,64}$/)
  })

  test('with an invalid path get a 400', async () => {
    const { status, body } = await server.admin.http.get('/v1/spaces/%zz')
    expect([status, body.error.code]).toEqual([400, 400])
  })

  test('may have unknown query parameters', async () => {
    expect((await server.admin.http.get('/v1/user?page=x&limit=x&unknown=1')).status).toBe(200)
  })

  test('get timestamps in UTC with milliseconds, whatever zone was sent', async () => {
    const { body } = await server.admin.http.post('/v1/user/tokens', { expiresAt: '2999-01-01T02:00:00+02:00' })
    expect(body.expiresAt).toBe('2999-01-01T00:00:00.000Z')
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    for (const expiresAt of [
      '2999-12-31T23:59:60Z',
      '2999-01-01T00:00:00+01',
      '9999-12-31T23:59:59-12:00',
      '2999-01-01',
      '',
    ]) {
      const refused = await server.admin.http.post('/v1/user/tokens', { expiresAt })
      expect([refused.status, pathsOf(refused.body)], expiresAt).toEqual([400, ['expiresAt']])
    }
  })
})
