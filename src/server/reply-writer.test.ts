import fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { recording } from './records.ts'
import type { Reply } from './reply.ts'
import { addReplyWriter } from './reply-writer.ts'

const metrics = createMetrics()
const http = fastify()
let reply: Reply
let base: string

beforeAll(async () => {
  addReplyWriter(http, recording(pino({ level: 'silent' }), metrics), { 'x-content-type-options': 'nosniff' })
  http.get('/written', (_request, response) => {
    response.sendReply(reply, 'getSomething')
    return response
  })
  http.get('/limited', (_request, response) => {
    response.header('ratelimit-limit', 5).sendReply(reply, 'getSomething')
    return response
  })
  // What the framework itself sends for the same reply.
  http.get('/sent', (_request, response) => {
    const { status, location, body, etag, cacheControl } = reply
    const headers = { location, etag, 'cache-control': cacheControl }
    for (const [name, value] of Object.entries(headers)) if (value) response.header(name, value)
    response.code(status)
    return body === null ? response.send() : response.type('application/json; charset=utf-8').send(body)
  })
  base = await http.listen()
})
afterAll(() => http.close())

async function ask(path: string) {
  const response = await fetch(base + path)
  const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()).toString('hex') }
}

describe('the reply writer', () => {
  test.each<[string, Partial<Reply>]>([
    ['ASCII', { body: '{"a":"b"}' }],
    ['letters of one byte in latin1', { body: '{"a":"naïve ÿ"}' }],
    ['letters of several bytes', { body: '{"a":"文 🎉 é"}' }],
    ['bytes', { body: Buffer.from('{"a":"文"}') }],
    ['nothing', { status: 204, body: null }],
    ['an empty body', { body: '' }],
    ['headers', { status: 201, body: '{}', location: '/v1/x', etag: '"one"', cacheControl: 'max-age=1' }],
  ])('sends %s as the framework does', async (_what, given) => {
    reply = { status: 200, location: null, body: null, ...given }
    const [written, sent] = [await ask('/written'), await ask('/sent')]
    expect(written).toEqual(sent)
    expect(written.headers['x-content-type-options']).toBe('nosniff')
  })

  test('keeps the headers of the rate limit', async () => {
    reply = { status: 200, location: null, body: '{}' }
    expect((await ask('/limited')).headers).toMatchObject({ 'ratelimit-limit': '5' })
  })

  test('counts every reply under its operation', async () => {
    reply = { status: 418, location: null, body: '{}' }
    await ask('/written')
    expect(await metrics.text()).toMatch(/_count\{.*getSomething.*418.*\} 1/)
  })
})
