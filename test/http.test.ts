// What the server does around operations: browsers of other origins, rates, health, figures, and keeping secrets.
import fastify from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { answerErrors } from '../src/server/failures.ts'
import { httpAs } from './support/http.ts'
import { sendRaw } from './support/raw.ts'
import { startedServer } from './support/server.ts'

const server = startedServer()
const limited = startedServer({ rateLimit: 5 })
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

  test('may read every answer and the headers that matter, errors included', async () => {
    for (const path of ['/v1', '/v1/user', '/v1/nothing', '/v1/spaces/%zz', '/openapi.json']) {
      const { headers } = await sendRaw(server.url, { method: 'GET', path, headers: origin })
      expect(headers['access-control-allow-origin'], path).toBe('*')
      for (const name of ['Location', 'ETag', 'Retry-After', 'X-Request-Id', 'RateLimit-Remaining'])
        expect(headers['access-control-expose-headers'], path).toContain(name)
    }
  })
})

test('the API description is told to have changed only when it has', async () => {
  const first = await httpAs(server.url).get('/openapi.json')
  const etag = first.headers.get('etag')!
  const second = await httpAs(server.url).get('/openapi.json', { 'if-none-match': etag })
  expect([first.status, second.status, second.text, second.headers.get('etag')]).toEqual([200, 304, '', etag])
})

describe('the rate limit', () => {
  test('lets each token do so much and then tells it how long to wait', async () => {
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

  test('does not touch those who watch the server', async () => {
    for (let sent = 0; sent < 7; sent++)
      for (const path of ['/healthz', '/readyz', '/metrics'])
        expect((await httpAs(limited.url).get(path)).status, path).toBe(200)
  })

  test('of 0 is none', async () => {
    const { status, headers } = await server.admin.http.get('/v1/user')
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, null])
  })
})

describe('whoever runs it', () => {
  const anybody = () => httpAs(server.url)

  test('sees that it is alive and ready', async () => {
    expect((await anybody().get('/healthz')).body).toEqual({ status: 'alive' })
    expect((await anybody().get('/readyz')).body).toEqual({ status: 'ready' })
  })

  test('gets figures by operation and status, and of the job queue', async () => {
    await server.admin.http.get('/v1/user')
    await server.admin.http.get('/v1/spaces/none')
    const { headers, text } = await anybody().get('/metrics')
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('lectern_http_request_duration_seconds_count{operation="getAuthenticatedUser",status="200"}')
    expect(text).toContain('lectern_http_request_duration_seconds_count{operation="getSpaceById",status="404"}')
    expect(text).toMatch(/lectern_jobs\{state="dead"\} 0/)
  })
})

describe('a failure nobody foresaw', () => {
  test('tells the request id and nothing of the inside', async () => {
    const http = fastify({ logger: false, genReqId: () => 'the-request' })
    answerErrors(http, pino({ level: 'silent' }))
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
