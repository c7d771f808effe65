// @only-sqlite @slow
// The MCP server of a site, driven by the official client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { newConditionalSite, SECRETS } from '../../../test/support/conditional-site.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, signIn, type TestSite, vouchFor } from '../../../test/support/sites.ts'
import { MAX_CHARACTERS, MAX_LISTED } from './tools.ts'

const server = startedServer()

// biome-ignore lint/suspicious/noExplicitAny: each tool has its own reply
type Call = (name: string, args?: Record<string, unknown>) => Promise<{ found: any; text: string; isError: boolean }>

async function connect(url: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

async function callerOf(site: { url: string }, token?: string): Promise<Call> {
  const client = await connect(`${site.url}~lectern/mcp`, token)
  return async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const [content] = result.content as { text: string }[]
    return { found: result.structuredContent, text: content!.text, isError: result.isError === true }
  }
}

let site: TestSite

beforeAll(async () => {
  site = await newSite(server, await server.found(), { title: 'Ferry', spaces: ['First', 'Second'] })
})

describe('an assistant', () => {
  test('learns what the server can do', async () => {
    const client = await connect(`${site.url}~lectern/mcp`)
    expect(client.getServerVersion()).toMatchObject({ title: 'Ferry' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(['list_pages', 'read_page', 'search'])
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true })
    await client.close()
  })

  test.each(['2025-11-25', '2026-07-28'])('speaks version %s of the protocol', async (version) => {
    const versionNegotiation = { mode: version === '2025-11-25' ? ('legacy' as const) : { pin: version } }
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${site.url}~lectern/mcp`)))
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    const { structuredContent } = await client.callTool({ name: 'list_pages', arguments: {} })
    expect(structuredContent).toMatchObject({ pages: expect.any(Array) })
    await client.close()
  })

  test('searches, and reads what it found', async () => {
    const call = await callerOf(site)
    const { found } = await call('search', { query: 'guide second' })
    expect(found.pages[0]).toMatchObject({ title: 'Guide', url: `${site.url}second/guide` })
    expect(found.pages[0].excerpts.join(' ')).toContain('Second')
    const read = await call('read_page', { page: found.pages[0].url })
    expect(read.found).toMatchObject({ title: 'Guide', url: `${site.url}second/guide` })
    expect(read.found.markdown).toContain('More about Second.')
    for (const page of ['guide', '/guide', 'guide.md', 'Guide/'])
      expect((await call('read_page', { page })).found, page).toMatchObject({ url: `${site.url}guide` })
    expect((await call('read_page', { page: site.url })).found).toMatchObject({ title: 'Welcome' })
  })

  test('lists all pages, part by part', async () => {
    const large = await newSite(server, await server.found(), { title: 'Large' })
    const [space] = large.spaces as [string]
    const pages = Array.from({ length: MAX_LISTED + 10 }, (_, at) => ({
      operation: 'insert_page' as const,
      id: `${space}-${at}`,
      title: `Page ${at}`,
      document: documentOf('Text.'),
    }))
    await edit(server, { space }, pages)
    const call = await callerOf(large)
    const first = (await call('list_pages')).found
    expect(first.pages).toHaveLength(MAX_LISTED)
    const rest = (await call('list_pages', { offset: first.next })).found
    expect(rest.pages).toHaveLength(12)
    expect(rest.next).toBeUndefined()
    expect(new Set([...first.pages, ...rest.pages].map(({ url }) => url)).size).toBe(MAX_LISTED + 12)
  })

  test('reads a long page part by part', async () => {
    const [space] = site.spaces as [string]
    const long = 'Many words. '.repeat(MAX_CHARACTERS / 10)
    const insert = { operation: 'insert_page' as const, id: 'long', title: 'Long', document: documentOf(long) }
    await edit(server, { space }, [insert])
    const call = await callerOf(site)
    const first = (await call('read_page', { page: 'long' })).found
    expect(first.markdown).toHaveLength(MAX_CHARACTERS)
    const second = (await call('read_page', { page: 'long', offset: first.next })).found
    expect(second.next).toBeUndefined()
    expect((first.markdown + second.markdown).trimEnd()).toBe(`# Long\n\n${long.trimEnd()}`)
  })

  test('sees an edit with the next call', async () => {
    const call = await callerOf(site)
    const [space] = site.spaces as [string]
    await edit(server, { space }, [
      { operation: 'update_page', page: `guide-${space}`, title: 'Handbook', document: documentOf('Brandnew words.') },
    ])
    expect((await call('search', { query: 'brandnew' })).found.pages).toHaveLength(1)
    expect((await call('read_page', { page: 'guide' })).found.markdown).toContain('Brandnew words.')
    expect((await call('list_pages')).text).toContain('Handbook')
  })

  test('gets an error it can act on', async () => {
    const call = await callerOf(site)
    for (const page of ['nothing', 'https://example.com/', `${server.url}/v1/user`, '../../../v1/user', '//x', ':'])
      expect(await call('read_page', { page }), page).toMatchObject({ isError: true, text: 'There is no such page.' })
    expect((await call('search', {})).isError).toBe(true)
    expect((await call('search', { query: 'x'.repeat(513) })).isError).toBe(true)
    expect((await call('list_pages', { offset: -1 })).isError).toBe(true)
  })
})

test('in a preview, an assistant finds and reads what the preview shows', async () => {
  const own = await newSite(server, await server.found())
  const [space] = own.spaces as [string]
  const { id } = (await own.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Better' })).body
  await edit(server, { space, changeRequest: id }, [
    { operation: 'update_page', page: `guide-${space}`, document: documentOf('Unheard of words.') },
    { operation: 'insert_page', id: 'fresh', title: 'Fresh', document: documentOf('A new page.') },
  ])
  const { urls } = (await own.admin.http.post(`${own.path}/previews`, { changeRequest: id })).body
  const opened = await fetch(urls.preview, { redirect: 'manual', headers: { accept: 'text/html' } })
  const cookies = opened.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const ask = async (name: string, args: object, cookie = '') => {
    const answer = await fetch(`${own.url}~lectern/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', cookie },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    const text = await answer.text()
    const [, data = text] = /^data: (.*)$/m.exec(text) ?? []
    return JSON.parse(data).result.content[0].text as string
  }
  for (const [name, args, said] of [
    ['search', { query: 'unheard' }, 'Unheard of words.'],
    ['search', { query: 'fresh' }, `${own.url}fresh`],
    ['read_page', { page: 'guide' }, 'Unheard of words.'],
    ['read_page', { page: 'fresh' }, 'A new page.'],
    ['list_pages', {}, `${own.url}fresh`],
  ] as const) {
    expect(await ask(name, args, cookies.join('; ')), `${name} ${JSON.stringify(args)}`).toContain(said)
    expect(await ask(name, args)).not.toContain(said)
  }
})

describe('requests that are no protocol', () => {
  const post = (body: string, headers = {}) =>
    fetch(`${site.url}~lectern/mcp`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test.each([
    ['', 400],
    ['[', 400],
    ['[]', 400],
    ['1', 400],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 400],
    [`"${'x'.repeat(300_000)}"`, 413],
  ])('are refused: %.20s', async (body, status) => {
    expect((await post(body)).status).toBe(status)
  })

  test('there is no server where there is no site, and none below a page', async () => {
    for (const path of ['/nobody/nothing/~lectern/mcp', `${new URL(site.url).pathname}second/~lectern/mcp`])
      expect((await fetch(server.url + path, { method: 'POST', body: '{}' })).status, path).toBe(404)
    expect((await fetch(`${site.url}~lectern/mcp`)).status).toBe(405)
  })
})

describe('where a site is', () => {
  /** Asks the server as a proxy does that passes on the host. */
  const listAt = async (url: string) => {
    const { host, pathname } = new URL(url)
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_pages', arguments: {} } }
    const answer = await server.app.http.inject({
      method: 'POST',
      url: `${pathname}~lectern/mcp`,
      headers: { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: asked,
    })
    const [, data = answer.body] = /^data: (.*)$/m.exec(answer.body) ?? []
    return JSON.parse(data).result.structuredContent.pages.map((page: { url: string }) => page.url)
  }

  test.each([
    ['a hostname of its own', { hostname: 'mcp.own.example' }, 'http://mcp.own.example/', 'http://mcp.own.example/'],
    [
      'a path behind a proxy',
      { proxy: 'www.own.example/docs' },
      'http://www.own.example/docs/',
      'https://www.own.example/docs/',
    ],
  ])('at %s', async (_what, address, asked, shown) => {
    const own = await newSite(server, await server.found())
    await vouchFor(server, own, new URL(asked).hostname)
    await own.admin.http.patch(own.path, address)
    expect(await listAt(asked)).toEqual([shown, `${shown}guide`])
  })
})

describe('who may read', () => {
  test('a site with sign-in needs the token of a visitor', async () => {
    const closed = await newSite(server, await server.found(), { visibility: 'visitor-auth' })
    const url = `${closed.url}~lectern/mcp`
    const answer = await fetch(url, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    await expect(connect(url, 'a.b.c')).rejects.toThrow()
    const call = await callerOf(closed, await signIn(closed))
    expect((await call('search', { query: 'guide' })).found.pages.length).toBeGreaterThan(0)
    expect((await call('read_page', { page: 'guide' })).found.title).toBe('Guide')
  })

  test('a shared site is reached with its key, and an unpublished one is not', async () => {
    const shared = await newSite(server, await server.found(), { visibility: 'share-link' })
    const { urls } = (await shared.admin.http.post(`${shared.path}/share-links`, { name: 'x' })).body
    const call = await callerOf({ url: urls.published })
    expect((await call('list_pages')).found.pages.map(({ url }: { url: string }) => url)).toContain(
      `${urls.published}guide`,
    )
    expect((await fetch(`${shared.url}~lectern/mcp`, { method: 'POST', body: '{}' })).status).toBe(404)
    await shared.admin.http.post(`${shared.path}/unpublish`)
    expect((await fetch(`${urls.published}~lectern/mcp`, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  test('what a condition hides is in no reply and in no count', async () => {
    const full = await newConditionalSite(server, true)
    const bare = await newConditionalSite(server, false)
    const [one, other] = [await callerOf(full), await callerOf(bare)]
    const calls: [string, Record<string, unknown>][] = [
      ['list_pages', {}],
      ['search', { query: 'common' }],
      ...SECRETS.map((query): [string, Record<string, unknown>] => ['search', { query }]),
      ...full.named.pagePath!.map((page): [string, Record<string, unknown>] => ['read_page', { page }]),
    ]
    for (const [name, args] of calls) {
      const [hidden, absent] = [await one(name, args), await other(name, args)]
      const plain = ({ text }: { text: string }, { url }: TestSite) =>
        text.replaceAll(new URL(url).pathname, '/').replaceAll(/http[^)\s]*\/files\/[^)\s]*/g, 'FILE')
      expect(plain(hidden, full), `${name} ${JSON.stringify(args)}`).toBe(plain(absent, bare))
      expect(SECRETS.filter((secret) => hidden.text.includes(secret))).toEqual([])
    }
  })
})
