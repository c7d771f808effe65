// @only-sqlite
// Pages of API references, as a browser gets them.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiSite, newApiSite } from '../../test/support/api-site.ts'
import { documentOf, edit } from '../../test/support/edits.ts'
import { ferryApi } from '../../test/support/ferry-api.ts'
import { readPdf } from '../../test/support/pdf.ts'
import { newBrowser } from '../../test/support/readers.ts'
import { startedServer } from '../../test/support/server.ts'
import { adapt } from '../../test/support/sites.ts'
import type { Document } from '../engine/document.ts'

const server = startedServer()

const get = async (url: string) => {
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy') ?? '',
    text: await answer.text(),
  }
}

const ferry = ferryApi('https://api.ferry.example')

let site: ApiSite

beforeAll(async () => {
  site = await newApiSite(server, { ferry })
})

describe('the page of an operation', () => {
  test('shows address, parameters, body, responses, security, samples and a form', async () => {
    const { status, text } = await get(`${site.url}endpoints/create-an-endpoint`)
    expect(status).toBe(200)
    for (const part of [
      'Create an endpoint<span class="method post">POST</span></a>',
      '<span class="method post">POST</span><span class="path">/v3/endpoints</span>',
      '<h2 class="part">Authorization</h2>',
      'Authorization: Bearer FERRY_TOKEN',
      '<h2 class="part">Body <span class="must">required</span></h2>',
      '<code>maxLength: 2000</code>',
      'Show 3 properties',
      'Waits for the first ping.',
      '<em>first ping</em>',
      '<span class="tag good">201</span>',
      '<span class="tag bad">422</span>',
      'aria-label="cURL"',
      'aria-label="Python"',
      '<lectern-try',
    ])
      expect(text).toContain(part)
    // The title of the page is not repeated.
    expect(text.match(/>Create an endpoint</g)).toHaveLength(2)
  })

  test('says what is deprecated, and until when', async () => {
    const { text } = await get(`${site.url}endpoints/delete-an-endpoint`)
    expect(text).toContain('<span class="tag">Deprecated</span> Will be removed: 1 March 2027')
    expect(text).toContain('Ferry::Endpoint.delete')
    expect(text).toContain('<b>{id}</b>')
  })

  test('loads what it needs, and lets forms ask the servers of the specification alone', async () => {
    const { text, policy } = await get(`${site.url}endpoints/list-endpoints`)
    expect(text).toMatch(/~lectern\/api-[A-Z0-9]+\.css/)
    expect(text).toMatch(/~lectern\/api-[A-Z0-9]+\.js/)
    expect(policy).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:\d+ https:\/\/api\.ferry\.example;/)
    const other = await get(`${site.url}guide`)
    expect(other.policy).not.toContain('ferry.example')
    expect(other.text).not.toContain('~lectern/api-')
  })

  test('of a webhook shows what it sends, without servers or a form', async () => {
    const { text } = await get(`${site.url}endpoints/a-delivery-arrived`)
    expect(text).toContain('invoice.paid')
    expect(text).not.toContain('<lectern-try')
    expect(text).not.toContain('aria-label="cURL"')
  })

  test('shows all schemas on the page of models', async () => {
    const { text } = await get(`${site.url}models`)
    for (const name of ['Endpoint', 'Mail', 'Queue', 'Problem'])
      expect(text).toContain(`<code>${name}</code></summary>`)
  })
})

describe('the text of an operation', () => {
  test('is the same in markdown, for assistants, and in the text of the whole site', async () => {
    const markdown = await (await fetch(`${site.url}endpoints/create-an-endpoint.md`)).text()
    for (const part of [
      '`POST https://api.ferry.example/v3/endpoints`',
      'answers the _first ping_',
      '### Body (required)',
      '* `url` (string (uri), required, `maxLength: 2000`): Where deliveries go. Must use `https`.',
      '  * `attempts` (integer, `minimum: 1`, `maximum: 18`): How often to try. Default: `18`',
      '`next` (Endpoint, recursive)',
      'Possible values: `pending` Waits for the first ping.; `live` Receives events.',
      '```bash\ncurl --request POST',
      '`422` A field is missing or invalid',
      '```json',
    ])
      expect(markdown).toContain(part)
    expect(markdown.match(/Create an endpoint/g)).toHaveLength(1)
    const whole = await (await fetch(`${site.url}llms-full.txt`)).text()
    expect(whole).toContain('* `url` (string (uri), required, `maxLength: 2000`): Where deliveries go.')
    expect(await (await fetch(`${site.url}models.md`)).text()).toContain('## Endpoint\n\n* `id` (string, read only)')
  })

  test('is printed', async () => {
    const { pages } = (await site.admin.http.get(`/v1/spaces/${site.spaces[0]}/content/pages`)).body
    const page = pages.find(({ title }: { title: string }) => title === 'Endpoints').pages[1]
    const { url } = (await site.admin.http.get(`/v1/spaces/${site.spaces[0]}/pdf?page=${page.id}&only=true`)).body
    const text = (await readPdf(new Uint8Array(await (await fetch(url)).arrayBuffer()))).pages.join(' ')
    for (const part of ['Where deliveries go.', 'Possible values', 'Responses', 'invoice.paid'])
      expect(text).toContain(part)
  })

  test('stays a block for those who edit it', async () => {
    const { pages } = (await site.admin.http.get(`/v1/spaces/${site.spaces[0]}/content/pages`)).body
    const page = pages.find(({ title }: { title: string }) => title === 'Endpoints').pages[1]
    const { markdown } = (
      await site.admin.http.get(`/v1/spaces/${site.spaces[0]}/content/page/${page.id}?format=markdown`)
    ).body
    expect(markdown).toContain('{% openapi-operation spec="ferry" path="/v3/endpoints" method="post" %}')
  })
})

test('a new version of a specification shows at once, also in documents that people wrote', async () => {
  const own = await newApiSite(server, {})
  const block = { ref: { kind: 'openapi', spec: 'small' }, path: '/a', method: 'get' }
  const document = documentOf('Before.')
  await edit(server, { space: own.spaces[0]! }, [
    {
      operation: 'insert_page',
      id: 'own',
      title: 'Own',
      document: {
        ...document,
        nodes: [...document.nodes, { object: 'block', type: 'openapi-operation', isVoid: true, data: block }],
      },
    },
  ])
  const small = (summary: string) => ({
    openapi: '3.1.0',
    info: {},
    paths: { '/a': { get: { summary, responses: {} } } },
  })
  expect((await get(`${own.url}own`)).text).toContain('<span class="path">/a</span>')
  for (const summary of ['First words', 'Second words']) {
    await own.put('small', small(summary))
    expect((await get(`${own.url}own`)).text).toContain(summary)
  }
  expect((await get(`${own.url}own`)).text).not.toContain('First words')
})

describe('an operation that people placed on a page', () => {
  const spec = (summary: string) => ({
    openapi: '3.1.0',
    info: {},
    paths: { '/moorings/{id}': { put: { summary, description: 'Ropes and buoys.', responses: {} } } },
    webhooks: { adrift: { post: { summary: 'A boat is adrift', responses: {} } } },
  })
  const shown = { ref: { kind: 'openapi', spec: 'quay' }, path: '/moorings/{id}', method: 'put' }
  const found = async (own: ApiSite, query: string) => {
    const { text } = await get(`${own.url}~lectern/search?q=${encodeURIComponent(query)}`)
    return [...text.matchAll(/href="([^"]+\/quay-page#[^"]+)"/g)].map(([, href]) => href!.slice(own.url.length))
  }

  test('is found by title, path and description, as the specification has them now', async () => {
    const own = await newApiSite(server, {})
    await own.put('quay', spec('Tie a boat up'))
    const block = (type: string, data: object) => ({ object: 'block', type, isVoid: true, data })
    const inside = { object: 'block', type: 'quote', nodes: [block('openapi-operation', shown)] }
    const hook = block('openapi-webhook', { ref: shown.ref, name: 'adrift', method: 'post' })
    const document = { object: 'document', data: {}, nodes: [inside, hook] } as unknown as Document
    await edit(server, { space: own.spaces[0]! }, [
      { operation: 'insert_page', id: 'quay-page', title: 'Quay page', document },
    ])
    const anchor = 'quay-page#put-moorings-id'
    for (const query of ['tie boat', 'moorings', 'buoys']) expect(await found(own, query), query).toContain(anchor)
    expect(await found(own, 'adrift')).toContain('quay-page#post-adrift')
    await own.put('quay', spec('Make fast'))
    await vi.waitFor(async () => expect(await found(own, 'make fast')).toContain(anchor), { timeout: 30_000 })
    expect(await found(own, 'tie')).toEqual([])
  })

  test('is not found by those for whom it is hidden', async () => {
    const own = await newApiSite(server, {})
    await own.put('quay', spec('Tie a boat up'))
    await adapt(own, {}, { beta: { type: 'boolean' } })
    const tag = '{% openapi-operation spec="quay" path="/moorings/{id}" method="put" %}\n{% endopenapi-operation %}'
    const markdown = `{% if visitor.claims.unsigned.beta %}\n${tag}\n{% endif %}\n`
    const changes = [{ operation: 'insert_page', title: 'Quay page', document: { markdown } }]
    await own.admin.http.post(`/v1/spaces/${own.spaces[0]}/content`, { changes })
    const browser = newBrowser(server)
    const search = async () => (await browser.open(`${own.url}~lectern/search?q=tie`)).text
    expect(await search()).not.toContain('quay-page#')
    await browser.open(`${own.url}?visitor.beta=true`)
    expect(await search()).toContain('quay-page#')
  })
})

describe('an operation that is named by a file or an address', () => {
  const spec = {
    openapi: '3.0.3',
    info: { title: 'Pier', version: '1' },
    servers: [{ url: 'https://pier.example' }],
    paths: {
      '/boats': {
        post: {
          summary: 'Register a boat',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Boat' } } } },
          responses: {
            201: {
              description: 'Registered',
              links: { Show: { operationId: 'showBoat', parameters: { id: '$response.body#/id' } } },
            },
          },
          callbacks: {
            arrival: {
              '{$request.body#/hook}': {
                post: { summary: 'The boat has arrived', responses: { 200: { description: 'Understood' } } },
              },
            },
          },
        },
      },
    },
    components: { schemas: { Boat: { type: 'object', properties: { hook: { type: 'string' } } } } },
  }
  const SHOWN = ['Register a boat', '<code>hook</code>', 'The boat has arrived', '$response.body#/id', '<lectern-try']

  let own: ApiSite
  beforeAll(async () => {
    own = await newApiSite(server, {})
  })
  const show = (id: string, ref: object) =>
    edit(server, { space: own.spaces[0]! }, [
      {
        operation: 'insert_page',
        id,
        title: id,
        document: {
          object: 'document',
          data: {},
          nodes: [{ object: 'block', type: 'swagger', isVoid: true, data: { ref, path: '/boats', method: 'POST' } }],
        } as unknown as Document,
      },
    ])

  test('is drawn whole from a file of the space, also as text', async () => {
    const files = ['pier.json', 'none.yaml'].map((name, at) => ({
      base64: Buffer.from(at === 0 ? JSON.stringify(spec) : 'a: [').toString('base64'),
      name,
    }))
    const changes = [{ operation: 'insert_files', files }]
    const { body } = await own.admin.http.post(`/v1/spaces/${own.spaces[0]}/content`, { changes })
    const [pier, none] = body.insertedFiles as [{ id: string }, { id: string }]
    await show('by-file', { kind: 'file', file: pier.id })
    await show('by-no-spec', { kind: 'file', file: none.id })
    const { text, policy } = await get(`${own.url}by-file`)
    for (const part of SHOWN) expect(text).toContain(part)
    expect(policy).toContain('https://pier.example')
    const markdown = await (await fetch(`${own.url}by-file.md`)).text()
    for (const part of ['`Show` → `showBoat` (`id: $response.body#/id`)', '`POST {$request.body#/hook}`'])
      expect(markdown).toContain(part)
    const plain = (await get(`${own.url}by-no-spec`)).text
    expect(plain).toContain('<span class="path">/boats</span></p><p class="source">none.yaml</p>')
  })

  test('is drawn from the specification of the organization that is fetched from there', async () => {
    const url = 'https://pier.example/openapi.json'
    await show('by-address', { kind: 'url', url })
    expect((await get(`${own.url}by-address`)).text).not.toContain('Register a boat')
    await own.put('pier', spec)
    await server.database.write((db) =>
      db
        .updateTable('openapi_specs')
        .set({ source_url: url, source_blob: null })
        .where('slug', '=', 'pier')
        .where('organization_id', '=', own.organization)
        .execute(),
    )
    const { text } = await get(`${own.url}by-address`)
    for (const part of SHOWN) expect(text).toContain(part)
  })
})

describe('a specification of several megabytes', () => {
  /** One operation in many others, which refer to a web of schemas. */
  const specOf = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => `Model${at}`)
    const ref = (at: number) => ({ $ref: `#/components/schemas/${names[at % count]}` })
    const schema = (at: number) => ({
      type: 'object',
      description: 'A part of something larger. '.repeat(20),
      properties: Object.fromEntries(
        Array.from({ length: 8 }, (_, each) => [
          `field${each}`,
          each < 3 ? ref(at * 3 + each + 1) : { type: 'string' },
        ]),
      ),
    })
    const operation = (at: number) => ({
      summary: `Call ${at}`,
      responses: { 200: { description: 'Done', content: { 'application/json': { schema: ref(at) } } } },
    })
    return {
      openapi: '3.1.0',
      info: { title: 'Large', version: '1' },
      servers: [{ url: 'https://large.example' }],
      paths: Object.fromEntries(names.map((_, at) => [`/call/${at}`, { get: operation(at) }])),
      components: { schemas: Object.fromEntries(names.map((name, at) => [name, schema(at)])) },
    }
  }

  test('makes the page of one operation no larger, and reads no more of it', async () => {
    const [small, large] = [specOf(40), specOf(4800)]
    expect(JSON.stringify(small).length).toBeLessThan(60_000)
    expect(JSON.stringify(large).length).toBeGreaterThan(5_000_000)
    const own = await newApiSite(server, {})
    const page = (spec: string) => ({
      operation: 'insert_page' as const,
      id: `page-${spec}`,
      title: `Page ${spec}`,
      document: {
        object: 'document' as const,
        data: {},
        nodes: [
          {
            object: 'block' as const,
            type: 'openapi-operation',
            isVoid: true,
            data: { ref: { kind: 'openapi', spec }, path: '/call/0', method: 'get' },
          },
        ],
      },
    })
    await edit(server, { space: own.spaces[0]! }, [page('small'), page('large')])
    await own.put('small', small)
    await own.put('large', large)
    const [one, other] = [(await get(`${own.url}page-small`)).text, (await get(`${own.url}page-large`)).text]
    expect(one).toContain('Call 0')
    expect(other).toContain('Call 0')
    const elements = (text: string) => text.match(/<[a-z]/g)!.length
    expect(elements(other)).toBeLessThan(elements(one) * 1.2)
    expect(other.length).toBeLessThan(one.length * 1.2)
    expect(other.length).toBeLessThan(1_000_000)
  })
})
