// The fetcher against real local servers: allowed addresses, redirects and limits.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { EMPTY_ALLOW_LIST, parseAllowList } from './addresses.ts'
import type { Resolve } from './connection.ts'
import { FetchFailure, type FetchFailureKind } from './failures.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener, server: Server = createServer(listener)): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function fetcherWith(allow: string, resolve?: Resolve): Fetcher {
  const parsed = parseAllowList(allow)
  if ('wrong' in parsed) throw new Error(parsed.wrong)
  return createFetcher({ ...parsed, ...(resolve && { resolve }) })
}

const fetchLocal = fetcherWith('127.0.0.1')
const fetchPublic = createFetcher({ allowed: EMPTY_ALLOW_LIST })

async function failureOf(work: Promise<unknown>): Promise<FetchFailure> {
  const error = await work.then(
    () => new Error('did not fail'),
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(FetchFailure)
  return error as FetchFailure
}

const expectKind = async (work: Promise<unknown>, kind: FetchFailureKind) =>
  expect((await failureOf(work)).kind).toBe(kind)

const textOf = async (fetched: ReturnType<Fetcher>) => (await (await fetched).bytes()).toString()

const never: RequestListener = () => {
  throw new Error('was asked')
}

describe('a response', () => {
  test('has its status, type and final URL', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/old') return void response.writeHead(301, { location: '/new' }).end()
      response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end('hello')
    })
    const fetched = await fetchLocal(`${url}/old`)
    expect(fetched).toMatchObject({ status: 200, contentType: 'text/html' })
    expect(fetched.url.href).toBe(`${url}/new`)
    expect((await fetched.bytes()).toString()).toBe('hello')
  })

  test('is decompressed', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
    )
    expect(await textOf(fetchLocal(url))).toBe('packed')
  })

  test('may be requested with any method, headers and body', async () => {
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      response.end(`${request.method} ${request.headers['x-hook']} ${request.headers['content-length']} ${body}`)
    })
    const options = { method: 'POST', headers: { 'X-Hook': 'yes' }, body: 'ping' }
    expect(await textOf(fetchLocal(url, options))).toBe('POST yes 4 ping')
  })

  test('may be requested with a streamed body, which is created again for each redirect', async () => {
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      if (request.url === '/old') return void response.writeHead(307, { location: '/new' }).end()
      response.end(`${request.headers['content-length']} ${body}`)
    })
    async function* body() {
      yield Buffer.from('one ')
      yield Buffer.from('two')
    }
    const options = { method: 'POST', headers: { 'Content-Length': '7' }, body }
    expect(await textOf(fetchLocal(`${url}/old`, options))).toBe('7 one two')
  })

  test('fails if the request body fails', async () => {
    const url = await serve((request, response) => void request.on('end', () => response.end('all')).resume())
    // biome-ignore lint/correctness/useYield: it fails before it has anything
    async function* body(): AsyncGenerator<Uint8Array> {
      throw new Error('The file is gone.')
    }
    await expect(fetchLocal(url, { method: 'POST', body })).rejects.toThrow()
  })

  test('is returned with any status on request', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('none'))
    expect(await textOf(fetchLocal(url, { anyStatus: true }))).toBe('none')
    const failure = await failureOf(fetchLocal(`${url}/page?token=secret`))
    expect(failure).toMatchObject({ kind: 'badStatus', status: 404 })
    expect(failure.message).toBe(
      `${url}/page responded with status 404: check that the URL is correct and publicly accessible.`,
    )
  })
})

describe('addresses that are not public', () => {
  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://localhost.',
    'http://2130706433',
    'http://0x7f.1',
    'http://127.1',
    'http://0177.0.0.1',
    'http://0',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://①②⑦.0.0.1',
    'http://127。0。0。1',
  ])('%s is refused', async (host) => {
    const { port } = new URL(await serve(never))
    await expectKind(fetchPublic(`${host}:${port}/`), 'refusedAddress')
  })

  test('are filtered from the addresses of a name', async () => {
    const url = new URL(await serve((_request, response) => response.end('inside')))
    const inside = fetcherWith('10.0.0.1', async () => [{ address: '127.0.0.1', family: 4 }])
    await expectKind(inside(`http://wiki.example.com:${url.port}/`), 'refusedAddress')
    const mixed = fetcherWith('127.0.0.1', async () => [
      { address: '169.254.169.254', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    expect(await textOf(mixed(`http://wiki.example.com:${url.port}/`))).toBe('inside')
  })

  test('a name is resolved once, which prevents DNS rebinding', async () => {
    const url = new URL(await serve(never))
    const answers = ['93.184.215.14', '127.0.0.1']
    let asked = 0
    const rebinding = createFetcher({
      allowed: EMPTY_ALLOW_LIST,
      resolve: async () => [{ address: answers[asked++]!, family: 4 }],
    })
    const failure = await failureOf(rebinding(`http://rebind.example.com:${url.port}/`, { timeout: 300 }))
    expect(['timeout', 'connection']).toContain(failure.kind)
    expect(asked).toBe(1)
  })

  test('an allowed name may have any address', async () => {
    const url = new URL(await serve((_request, response) => response.end('mine')))
    const mine = fetcherWith('wiki.example.com', async () => [{ address: '127.0.0.1', family: 4 }])
    expect(await textOf(mine(`http://wiki.example.com:${url.port}/`))).toBe('mine')
  })

  test.each(['http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/latest', '//10.0.0.1/x'])(
    'a redirect to %s is not followed',
    async (location) => {
      const url = await serve((_request, response) => response.writeHead(302, { location }).end())
      await expectKind(fetchLocal(url), 'refusedAddress')
    },
  )

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'javascript:1', 'example.com', ''])(
    '%j is not a web URL',
    async (url) => {
      await expectKind(fetchLocal(url), 'invalidUrl')
      if (!url.includes(':')) return
      const redirecting = await serve((_request, response) => response.writeHead(302, { location: url }).end())
      await expectKind(fetchLocal(redirecting), 'badAnswer')
    },
  )
})

describe('bounds', () => {
  const endless: RequestListener = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  }

  test('size: by Content-Length, streamed or decompressed', async () => {
    const announced = await serve((_request, response) => response.end(Buffer.alloc(2000)))
    await expectKind(textOf(fetchLocal(announced, { limit: 1999 })), 'tooLarge')
    expect(await textOf(fetchLocal(announced, { limit: 2000 }))).toHaveLength(2000)
    await expectKind(textOf(fetchLocal(await serve(endless), { limit: 1_000_000 })), 'tooLarge')
    const bomb = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
    )
    await expectKind(textOf(fetchLocal(bomb, { limit: 1_000_000 })), 'tooLarge')
  })

  test('time: before the response, during the body, and during the DNS lookup', async () => {
    await expectKind(fetchLocal(await serve(() => {}), { timeout: 100 }), 'timeout')
    const slow = await serve((_request, response) => void response.write('some'))
    await expectKind(textOf(fetchLocal(slow, { timeout: 200 })), 'timeout')
    const lost = fetcherWith('127.0.0.1', () => new Promise(() => {}))
    await expectKind(lost('http://slow.example.com/', { timeout: 50 }), 'timeout')
  })

  test('redirects', async () => {
    const url = await serve(({ url }, response) => {
      const left = Number(url!.slice(1))
      if (left === 0) return void response.end('there')
      response.writeHead(307, { location: `/${left - 1}` }).end()
    })
    expect(await textOf(fetchLocal(`${url}/5`))).toBe('there')
    await expectKind(fetchLocal(`${url}/6`), 'tooManyRedirects')
    expect((await failureOf(fetchLocal(`${url}/1`, { redirects: 0 }))).status).toBe(307)
  })

  test('a signal aborts at once', async () => {
    const url = await serve(() => {})
    const controller = new AbortController()
    const fetched = fetchLocal(url, { signal: controller.signal })
    controller.abort()
    await expectKind(fetched, 'aborted')
    await expectKind(fetchLocal(url, { signal: AbortSignal.timeout(50) }), 'timeout')
    await expectKind(fetchLocal(url, { signal: AbortSignal.abort() }), 'aborted')
  })
})

describe('other failures', () => {
  test('an unknown name, a closed port, an invalid response', async () => {
    await expectKind(fetchLocal('http://nothing.invalid/'), 'dns')
    const url = await serve(never)
    servers[0]!.close()
    await expectKind(fetchLocal(url), 'connection')
    const rude = await serve(never)
    servers
      .at(-1)!
      .removeAllListeners('request')
      .on('connection', (socket) => socket.end('SSH-2.0\r\n\r\n'))
    await expectKind(fetchLocal(rude), 'badAnswer')
  })

  test('a truncated response', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('some')
      setTimeout(() => response.destroy(), 20)
    })
    await expectKind(textOf(fetchLocal(url)), 'connection')
  })

  test('a server without a certificate', async () => {
    const url = await serve(never, createTlsServer({}))
    await expectKind(fetchLocal(url.replace('http:', 'https:')), 'tls')
  })
})

describe('secrets', () => {
  const seen: { host: string; headers: IncomingMessage['headers'] }[] = []
  const note =
    (location?: string): RequestListener =>
    ({ headers }, response) => {
      seen.push({ host: headers.host!, headers })
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end()
    }

  test('are sent to their origin only', async () => {
    const other = await serve(note())
    const second = await serve(note(`${other}/end`))
    seen.length = 0
    const url = second.replace('http://', 'http://user:p%40ss@')
    const fetched = await fetchLocal(`${url}/?q=1`, { headers: { authorization: 'x', cookie: 'a=b', 'x-key': 'k' } })
    expect(seen[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      cookie: 'a=b',
      'x-key': 'k',
    })
    expect(Object.keys(seen[1]!.headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/authorization|cookie|x-key/)]),
    )
    expect(fetched.url.href).toBe(`${other}/end`)
  })

  test('are kept for redirects within the origin, and omitted from messages', async () => {
    let asked = 0
    const url = await serve(({ headers }, response) => {
      if (asked++ === 0) return void response.writeHead(302, { location: '/next' }).end()
      response.writeHead(headers.authorization ? 410 : 401).end()
    })
    const failure = await failureOf(fetchLocal(`${url.replace('://', '://me:secret@')}/?key=hidden`))
    expect(failure.status).toBe(410)
    expect(failure.message).not.toMatch(/secret|hidden|me:/)
  })
})
