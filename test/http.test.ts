// @only-sqlite
// The server around the operations: CORS, rate limits, health, metrics, and secrets.
import fastify from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { handleErrors } from '../src/server/failures.ts'
import { createHttp } from '../src/server/http.ts'
import { createMetrics } from '../src/server/metrics.ts'
import { httpAs } from './support/http.ts'
import { sendRaw } from './support/raw.ts'
import { startedServer } from './support/server.ts'

const server = startedServer()
const limited = startedServer({ rateLimit: 5 })
const behind = startedServer({ rateLimit: 5, trustedProxies: ['loopback'] })
const origin = { origin: 'https://docs.example.com' }

describe('browsers of other origins', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('may send %s, with a token', async (method) => {
    const asking = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    }
    const { status, headers } = await sendRaw(server.url, {
      method: 'OPTIONS',
      path: '/v1/spaces/any',
      headers: { ...origin, ...asking },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method)
    expect(String(headers['access-control-allow-headers'])).toContain('authorization')
  })

  test('may read every response and the relevant headers, errors included', async () => {
    for (const path of ['/v1', '/v1/user', '/v1/nothing', '/v1/spaces/%zz', '/openapi.json']) {
      const { headers } = await sendRaw(server.url, { method: 'GET', path, headers: origin })
      expect(headers['access-control-allow-origin'], path).toBe('*')
      for (const name of ['Location', 'ETag', 'Retry-After', 'X-Request-Id', 'RateLimit-Remaining'])
        expect(headers['access-control-expose-headers'], path).toContain(name)
    }
  })
})

test('the API description has an ETag that only changes with it', async () => {
  const first = await httpAs(server.url).get('/openapi.json')
  const etag = first.headers.get('etag')!
  const second = await httpAs(server.url).get('/openapi.json', { 'if-none-match': etag })
  expect([first.status, second.status, second.text, second.headers.get('etag')]).toEqual([200, 304, '', etag])
})

describe('the rate limit', () => {
  test('limits each token, and returns how long to wait', async () => {
    const person = await limited.join('read')
    for (let sent = 1; sent <= 5; sent++) {
      const { status, headers } = await person.http.get('/v1/user')
      expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
        200,
        '5',
        String(5 - sent),
      ])
    }
    const { status, headers, body } = await person.http.get('/v1/user')
    expect([status, body.error.code]).toEqual([429, 429])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    expect(headers.get('ratelimit-remaining')).toBe('0')
    const other = await limited.join('read')
    expect((await other.http.get('/v1/user')).status).toBe(200)
  })

  test.each([
    ['tokens that are not valid', '/v1/user', 401],
    ['paths that lead nowhere', '/v1/nothing', 404],
    ['links that are not signed', '/files/aa/a.txt', 404],
  ])('counts %s by the address of the client', async (_what, path, status) => {
    const from = (address: string) => ({ 'x-forwarded-for': address, authorization: 'Bearer none' })
    const network = `2001:db8:${status}:${path.length}`
    const sent: number[] = []
    for (let at = 1; at <= 7; at++) sent.push((await httpAs(behind.url).get(path, from(`${network}::${at}`))).status)
    expect(sent).toEqual([...Array(5).fill(status), 429, 429])
    const { status: last, headers } = await httpAs(behind.url).get(path, from(`${network}::1`))
    expect([last, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await httpAs(behind.url).get(path, from('2001:db8:ffff::1'))).status).toBe(status)
    // A valid token is not blocked by others at the same address.
    const person = await behind.join('read')
    expect((await person.http.get('/v1/user', { 'x-forwarded-for': `${network}::1` })).status).toBe(200)
  })

  test('trusts client addresses from configured proxies only', async () => {
    const sent: number[] = []
    for (let at = 1; at <= 7; at++)
      sent.push((await httpAs(limited.url).get('/v1/user', { 'x-forwarded-for': `192.0.2.${at}` })).status)
    expect(sent.slice(-2)).toEqual([429, 429])
  })

  test('does not apply to health and metrics requests', async () => {
    for (let sent = 0; sent < 7; sent++)
      for (const path of ['/healthz', '/readyz', '/metrics'])
        expect((await httpAs(limited.url).get(path)).status, path).toBe(200)
  })

  test('of 0 disables it', async () => {
    const { status, headers } = await server.admin.http.get('/v1/user')
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, null])
  })
})

test('pages for people are not there at other hosts', async () => {
  for (const [method, path] of [
    ['GET', '/sign-in'],
    ['POST', '/sign-in'],
    ['GET', '/account'],
    ['GET', '/sign-in/setup'],
  ]) {
    const { status } = await sendRaw(server.url, {
      method: method!,
      path: path!,
      headers: { host: 'docs.example.com' },
    })
    expect(status, `${method} ${path}`).toBe(404)
  }
})

describe('every answer', () => {
  test.each([
    '/',
    '/docs',
    '/docs/start.js',
    '/docs/viewer.js',
    '/app/x',
    '/account',
    '/openapi.json',
    '/v1',
    '/v1/user',
    '/x',
  ])('of %s is not sniffed and tells other sites no referrer', async (path) => {
    const { headers } = await httpAs(server.url).get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    // Under `no-referrer`, forms would not tell their origin.
    expect(['no-referrer', 'same-origin']).toContain(headers.get('referrer-policy'))
    expect(headers.get('strict-transport-security')).toBeNull()
    if (headers.get('content-type')?.startsWith('text/html'))
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('sends HSTS if the server uses HTTPS', async () => {
    const options = { logger: pino({ level: 'silent' }), metrics: createMetrics(), rateLimit: 0, https: true }
    const http = createHttp(options)
    const { headers } = await http.inject('/anything')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('the operator', () => {
  const anybody = () => httpAs(server.url)

  test('sees health and readiness', async () => {
    expect((await anybody().get('/healthz')).body).toEqual({ status: 'alive' })
    expect((await anybody().get('/readyz')).body).toEqual({ status: 'ready' })
  })

  test('gets metrics by operation and status, and of the job queue', async () => {
    await server.admin.http.get('/v1/user')
    await server.admin.http.get('/v1/spaces/none')
    const { headers, text } = await anybody().get('/metrics')
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('lectern_http_request_duration_seconds_count{operation="getAuthenticatedUser",status="200"}')
    expect(text).toContain('lectern_http_request_duration_seconds_count{operation="getSpaceById",status="404"}')
    expect(text).toMatch(/lectern_jobs\{state="dead"\} 0/)
  })
})

describe('an unexpected failure', () => {
  test('returns the request id and no internals', async () => {
    const http = fastify({ logger: false, genReqId: () => 'the-request' })
    handleErrors(http, pino({ level: 'silent' }))
    http.get('/', () => {
      throw new Error('secret at /etc/secret')
    })
    http.get('/database', () => {
      throw Object.assign(new Error('connect 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    })
    const failed = await http.inject('/')
    expect(failed.statusCode).toBe(500)
    expect(failed.json()).toEqual({ error: { code: 500, message: expect.any(String), requestId: 'the-request' } })
    expect(failed.body).not.toContain('secret')
    const unavailable = await http.inject('/database')
    expect([unavailable.statusCode, unavailable.body.includes('10.0.0.7')]).toEqual([503, false])
  })
})
