// @only-sqlite
// Requests that the forms of operations send through a site: to which servers, with what, and what comes back.
import type { IncomingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiSite, newApiSite } from '../../test/support/api-site.ts'
import { documentOf, edit } from '../../test/support/edits.ts'
import { startedServer, type TestServer } from '../../test/support/server.ts'
import { startedWebsite } from '../../test/support/website.ts'
import { showOperation } from '../computed/reference/index.ts'
import { piecesOf } from '../openapi/pieces.ts'
import type { Asked } from './try-it/asked.ts'
import { sendAsked } from './try-it/send.ts'

const server = startedServer({ fetchAllow: '127.0.0.1', tryItAllow: '127.0.0.1' })
const closed = startedServer({ fetchAllow: '127.0.0.1' })

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const received: Received[] = []
const other = startedWebsite({ '/secret': { type: 'text/plain', body: 'never shown' } })
const api = startedWebsite({
  '/v1/moved': (_request, response) => void response.writeHead(302, { location: `${other.url}/secret` }).end(),
  '/v1/picture': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0xff, 0, 1])),
  '/v1/large': (_request, response) => void response.end('x'.repeat(3000)),
  '/v1/slow': () => {},
  '/v1/page': { type: 'text/html', body: '<script>alert(1)</script>' },
})

/** Echoes what it gets. */
const echo = (path: string) => {
  api.pages[path] = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      })
      response.writeHead(201, { 'content-type': 'application/json', 'x-made': 'yes' }).end('{"ok":true}')
    })
  }
}

const specOf = (url: string) => {
  const get = (more: object = {}) => ({ get: { responses: {}, ...more } })
  return {
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    servers: [{ url: `${url}/{version}`, variables: { version: { default: 'v1' } } }],
    security: [{ token: [], key: [] }],
    paths: {
      '/echo/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path' },
            { name: 'X-Own', in: 'header', schema: {} },
            { name: 'Host', in: 'header', schema: {} },
          ],
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: {},
        },
      },
      ...Object.fromEntries(['moved', 'picture', 'large', 'slow', 'page'].map((name) => [`/${name}`, get()])),
      '/hidden': get({ 'x-hideTryItPanel': true }),
      '/direct': get({ 'x-enable-proxy': false }),
    },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'cookie', name: 'key' },
      },
    },
  }
}

const asking = (path: string, more: Partial<Asked> = {}): Asked => ({
  spec: 'echo',
  method: 'get',
  path,
  server: 0,
  variables: {},
  target: path,
  headers: [],
  ...more,
})

let site: ApiSite

const PAGES: [string, string][] = [
  ['echo', '/echo/{id}'],
  ['moved', '/moved'],
  ['picture', '/picture'],
  ['page', '/page'],
  ['hidden', '/hidden'],
  ['direct', '/direct'],
]

async function siteOf(on: TestServer): Promise<ApiSite> {
  const made = await newApiSite(on, {})
  await made.put('echo', specOf(api.url))
  const block = (path: string, method: string) => ({
    object: 'block' as const,
    type: 'openapi-operation',
    isVoid: true,
    data: { ref: { kind: 'openapi', spec: 'echo' }, path, method },
  })
  await edit(on, { space: made.spaces[0]! }, [
    {
      operation: 'insert_page',
      id: 'api',
      title: 'Api',
      document: {
        ...documentOf('Calls.'),
        nodes: PAGES.map(([name, path]) => block(path, name === 'echo' ? 'post' : 'get')),
      },
    },
  ])
  return made
}

beforeAll(async () => {
  echo('/v1/echo/7?q=1')
  site = await siteOf(server)
})

const tried = async (asked: unknown, { at = site, page = 'api', headers = {} as Record<string, string> } = {}) => {
  const answer = await fetch(`${at.url}~lectern/try?page=${page}`, {
    method: 'POST',
    headers: { origin: new URL(at.url).origin, 'content-type': 'application/json', ...headers },
    body: typeof asked === 'string' ? asked : JSON.stringify(asked),
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: JSON.parse((await answer.text()) || '{}'),
  }
}

describe('the form of an operation sends through the site', () => {
  test('what the reader typed, and nothing of the reader', async () => {
    received.length = 0
    const asked = asking('/echo/{id}', {
      method: 'post',
      target: '/echo/7?q=1',
      headers: [
        ['Authorization', 'Bearer theirs'],
        ['X-Own', 'own'],
        ['Cookie', 'key=k'],
        ['Content-Type', 'application/json'],
        ['Host', 'evil.example'],
        ['X-Unknown', 'no'],
        ['X-Forwarded-For', '10.0.0.1'],
      ],
      body: '{"name":"Rex"}',
    })
    const reader = { cookie: 'lectern=secret; visitor=token', authorization: 'Bearer of-lectern', 'x-own': 'not this' }
    const { status, type, body } = await tried(asked, { headers: reader })
    expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toMatchObject({ status: 201, text: '{"ok":true}', size: 11 })
    expect(body.headers).toContainEqual(['x-made', 'yes'])
    const [{ method, url, headers, body: sent }] = received as [Received]
    expect([method, url, sent]).toEqual(['POST', '/v1/echo/7?q=1', '{"name":"Rex"}'])
    expect(headers).toMatchObject({
      authorization: 'Bearer theirs',
      'x-own': 'own',
      cookie: 'key=k',
      host: new URL(api.url).host,
    })
    expect(JSON.stringify(headers)).not.toMatch(/secret|of-lectern|not this|x-unknown|forwarded|evil/)
  })

  test('and shows redirects, pages and bytes as what they are', async () => {
    other.asked.length = 0
    const moved = await tried(asking('/moved'))
    expect(moved.body).toMatchObject({ status: 302, size: 0 })
    expect(moved.body.headers).toContainEqual(['location', `${other.url}/secret`])
    expect(other.asked).toEqual([])
    expect((await tried(asking('/page'))).body.text).toBe('<script>alert(1)</script>')
    const { body } = await tried(asking('/picture'))
    expect(body).toMatchObject({ status: 200, size: 4 })
    expect(body).not.toHaveProperty('text')
  })

  test.each([
    ['a server that is not named', asking('/moved', { server: 1 })],
    ['a negative server', asking('/moved', { server: -1 })],
    ['a value that leaves the server', asking('/moved', { variables: { version: '../v2' } })],
    ['a path that is not that of the operation', asking('/moved', { target: '/page' })],
    ['a path that climbs', asking('/echo/{id}', { method: 'post', target: '/echo/..' })],
    ['another host', asking('/moved', { target: '@evil.example/moved' })],
    ['an operation that is not on the page', asking('/large')],
    ['another method', asking('/moved', { method: 'post' })],
    ['another specification', asking('/moved', { spec: 'other' })],
    ['an operation without a form', asking('/hidden')],
    ['an operation that only browsers may call', asking('/direct')],
  ])('not to %s', async (_name, asked) => {
    api.asked.length = 0
    expect((await tried(asked)).status).toBe(400)
    expect(api.asked).toEqual([])
  })

  test('not from other origins, other pages, or with nonsense', async () => {
    api.asked.length = 0
    const asked = asking('/moved')
    expect((await tried(asked, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await tried(asked, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await tried(asked, { page: 'guide' })).status).toBe(400)
    for (const nonsense of ['', 'null', '[]', '{"spec":1}', '{"headers":[["a"]]}', '['.repeat(50_000)])
      expect((await tried(nonsense)).status).toBe(400)
    expect((await tried('x'.repeat(600 * 1024))).status).toBe(413)
    expect((await fetch(`${site.url}~lectern/try?page=api`)).status).toBe(404)
    expect(api.asked).toEqual([])
  })

  test('not to addresses that this server may not reach', async () => {
    const own = await siteOf(closed)
    api.asked.length = 0
    const { status, body } = await tried(asking('/moved'), { at: own })
    expect([status, body.error.message]).toEqual([502, 'The API cannot be reached from this server.'])
    expect(api.asked).toEqual([])
  })

  test('within limits of size and time', async () => {
    const pieces = new Map(
      piecesOf([{ filename: 'a.json', value: specOf(api.url) }]).map(({ name, json }) => [name, json]),
    )
    const library = (name: string) => (pieces.has(name) ? JSON.parse(pieces.get(name)!) : undefined)
    const operation = (path: string) => showOperation({ method: 'get', path, isWebhook: false }, library, { left: 10 })!
    const send = (path: string) => sendAsked(server.fetcher, operation(path), asking(path), { size: 2000, time: 300 })
    await expect(send('/large')).rejects.toMatchObject({ name: 'apiTooLarge' })
    await expect(send('/slow')).rejects.toMatchObject({ name: 'apiTimeout' })
    await expect(send('/page')).resolves.toMatchObject({ status: 200 })
  })

  test('so many times a minute', async () => {
    const own = await siteOf(server)
    // So many that one of two minutes has too many.
    const answers = await Promise.all(Array.from({ length: 130 }, () => tried(asking('/nothing'), { at: own })))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    expect(answers.every(({ status }) => status === 429 || status === 400)).toBe(true)
  })
})
