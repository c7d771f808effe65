// @only-sqlite @slow
import { OpenAPISpecProcessingState } from '@gitbook/api'
import { describe, expect, test } from 'vitest'
import { httpAs } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, visit } from '../../../test/support/sites.ts'
import { startedWebsite } from '../../../test/support/website.ts'
import { enqueueSealing, isSealingQueued } from '../../domain/stored-urls/index.ts'
import { fromNow } from '../../lib/time.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const closed = startedServer()
const website = startedWebsite()

const specWith = (title: string, more: object = {}) => ({ openapi: '3.1.0', info: { title, version: '1' }, ...more })
const asText = (value: unknown) => ({ text: JSON.stringify(value) })

const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000, interval: 50 })

async function scene(on = server) {
  const { organization, admin } = await on.found()
  const list = `/v1/orgs/${organization}/openapi`
  const at = (slug: string, rest = '') => `${list}/${slug}${rest}`
  const get = async (slug: string, rest = '') => (await admin.http.get(at(slug, rest))).body
  const put = (slug: string, source: object) => admin.http.put(at(slug), { source })
  /** Waits until it is processed. */
  const settled = async (slug: string) => {
    await eventually(async () => (await get(slug)).processingState).toBe('complete')
    return get(slug)
  }
  const versions = async (slug: string) => (await get(slug, '/versions')).items.length as number
  return { organization, admin, list, at, get, put, settled, versions }
}

describe('specifications', () => {
  test('createOpenAPISpec, getOpenAPISpecBySlug, listOpenAPISpecs: from text, processed in the background', async () => {
    const { organization, admin, list, get, settled } = await scene()
    const { data } = await admin.client.orgs.createOpenApiSpec(organization, {
      slug: 'pets',
      source: { text: 'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: "1"\npaths: {}\n' },
    })
    expect(data).toMatchObject({ slug: 'pets', processingState: OpenAPISpecProcessingState.Pending })
    const spec = await settled('pets')
    expect(spec).toMatchObject({ lastVersion: expect.any(String), lastProcessedErrorCount: 0 })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    expect((await admin.http.get(list)).body).toMatchObject({ count: 1, items: [{ slug: 'pets' }] })
    const content = await get('pets', '/versions/latest/content')
    expect(content.filesystem).toEqual({
      'openapi.yaml': {
        dir: '.',
        filename: 'openapi.yaml',
        isEntrypoint: true,
        references: [],
        specification: { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: {} },
      },
    })
    expect(content.url).toContain(`${server.url}/v1/orgs/${organization}/openapi/pets/versions/${spec.lastVersion}`)
    expect((await admin.http.post(list, { slug: 'pets', source: { text: 'x' } })).status).toBe(409)
  })

  test('createOrUpdateOpenAPISpecBySlug: creates a missing one, and processes a new source immediately', async () => {
    const { organization, admin, at, put, settled, versions, get } = await scene()
    const created = await put('books', asText(specWith('One')))
    expect([created.status, created.headers.get('location')]).toEqual([201, created.body.urls.location])
    await settled('books')
    const updated = await put('books', asText(specWith('Two')))
    expect([updated.status, updated.body.processingState]).toEqual([200, 'pending'])
    await settled('books')
    expect(await versions('books')).toBe(2)
    await put('books', asText(specWith('Two')))
    await settled('books')
    expect(await versions('books')).toBe(2)
    const [latest, first] = (await get('books', '/versions')).items
    expect(latest.id).toBe((await get('books')).lastVersion)
    const title = async (rest: string) =>
      (await admin.http.get(at('books', rest))).body.filesystem['openapi.json'].specification.info.title
    expect(await title(`/versions/${first.id}/content`)).toBe('One')
    expect(await title('/versions/latest/content')).toBe('Two')
    const log = await admin.http.get(`/v1/orgs/${organization}/audit-events`)
    const actions = log.body.items
      .map(({ action }: { action: string }) => action)
      .filter((name: string) => name.startsWith('openapi'))
    expect(actions.filter((name: string) => name === 'openapi-spec.created')).toHaveLength(1)
    expect(actions.filter((name: string) => name === 'openapi-spec.version.created')).toHaveLength(2)
  })

  test('getLatestOpenAPISpecVersionContentRaw, getOpenAPISpecVersionContentRawById: return the original text', async () => {
    const { get, put, settled } = await scene()
    const text = '# A comment that no parser keeps\nswagger: "2.0"\ninfo: {title: Ä, version: "1"}\npaths: {}\n'
    await put('raw', { text })
    const { lastVersion } = await settled('raw')
    expect(await get('raw', '/versions/latest/content/raw')).toEqual({ text, format: 'yaml' })
    expect(await get('raw', `/versions/${lastVersion}/content/raw`)).toEqual({ text, format: 'yaml' })
  })

  test('getLatestOpenAPISpecVersion, getOpenAPISpecVersionById, getOpenAPISpecVersionContentById, getLatestOpenAPISpecVersionContent, listOpenAPISpecVersions: are 404 before the first version', async () => {
    const { admin, at, put } = await scene()
    await put('none', { url: `${website.url}/nothing` })
    const version = '/versions/any'
    for (const rest of ['/versions/latest', '/versions/latest/content', version, `${version}/content`])
      expect((await admin.http.get(at('none', rest))).status, rest).toBe(404)
    expect((await admin.http.get(at('none', '/versions'))).body).toEqual({ count: 0, items: [] })
  })

  test('deleteOpenAPISpecBySlug: takes its versions along', async () => {
    const { admin, at, put, settled } = await scene()
    await put('gone', asText(specWith('Gone')))
    const { id } = await settled('gone')
    expect((await admin.http.delete(at('gone'))).status).toBe(204)
    expect((await admin.http.get(at('gone'))).status).toBe(404)
    const left = await server.database.read
      .selectFrom('openapi_versions')
      .select('id')
      .where('spec_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })

  test('createOrUpdateOpenAPISpecBySlug: slugs are validated in paths and bodies', async () => {
    const { admin, list, at } = await scene()
    for (const slug of ['Pets', 'pets_', 'pets-', '-pets', 'pets--x', 'é', 'x'.repeat(101)]) {
      const body = { source: { text: 'x' } }
      for (const answer of [
        await admin.http.put(at(encodeURIComponent(slug)), body),
        await admin.http.get(at(encodeURIComponent(slug))),
        await admin.http.get(at(encodeURIComponent(slug), '/versions/latest/content')),
        await admin.http.delete(at(encodeURIComponent(slug))),
        await admin.http.post(list, { slug, ...body }),
      ])
        expect([answer.status, answer.body.error.issues[0].path], slug).toEqual([400, expect.stringMatching(/slug/i)])
    }
    expect((await admin.http.put(at('pets'), { source: {} })).status).toBe(400)
    expect((await admin.http.put(at('pets'), { source: { url: 'file:///etc/passwd' } })).status).toBe(400)
  })

  test('createOpenAPISpec: is for those who may create content, reading for all but guests', async () => {
    const list = `/v1/orgs/${server.organization}/openapi`
    const [reviewer, creator, guest] = [
      await server.join('review'),
      await server.join('create'),
      await server.join(null),
    ]
    const body = { slug: 'theirs', source: asText(specWith('Theirs')) }
    expect((await reviewer.http.post(list, body)).status).toBe(403)
    expect((await creator.http.post(list, body)).body.permissions).toEqual({ view: true, edit: true })
    expect((await reviewer.http.get(`${list}/theirs`)).body.permissions).toEqual({ view: true, edit: false })
    expect((await guest.http.get(list)).status).toBe(403)
  })
})

test('updateOpenAPISpecBySlug: anyone with the link can read a public one, until it is private again', async () => {
  const { admin, at, get, put, settled } = await scene()
  const text = 'openapi: 3.1.0\ninfo: {title: Open}\n'
  await put('open', { text })
  await settled('open')
  expect((await get('open')).urls).not.toHaveProperty('published')
  const { body } = await admin.http.patch(at('open'), { visibility: 'public' })
  expect(body.visibility).toBe('public')
  const link = body.urls.published.replace(server.url, '')
  const anybody = httpAs(server.url)
  const read = await anybody.get(link)
  expect([read.status, read.text, read.headers.get('content-type')]).toEqual([
    200,
    text,
    'application/yaml; charset=utf-8',
  ])
  const etag = read.headers.get('etag')!
  expect((await anybody.get(link, { 'if-none-match': etag })).status).toBe(304)
  expect((await get('open', '/versions/latest/content')).urls.public).toBe(body.urls.published)
  expect((await anybody.get(link.replace(/.$/, link.endsWith('A') ? 'B' : 'A'))).status).toBe(404)
  await admin.http.patch(at('open'), { visibility: 'private' })
  expect((await anybody.get(link)).status).toBe(404)
  expect((await get('open', '/versions/latest/content')).urls.public).toBeNull()
})

test('getLatestOpenAPISpecVersionContent: visitors get the specifications their site shows, as a list', async () => {
  const { organization, admin, at, put, settled } = await scene()
  for (const slug of ['shown', 'hidden']) await put(slug, asText(specWith(slug)))
  for (const slug of ['shown', 'hidden']) await settled(slug)
  const site = await newSite(server, { organization, admin })
  const markdown = '{% openapi-operation spec="shown" path="/pets" method="get" %}\n{% endopenapi-operation %}'
  const insert = { operation: 'insert_page', title: 'API', document: { markdown } }
  expect((await admin.http.post(`/v1/spaces/${site.spaces[0]}/content`, { changes: [insert] })).status).toBe(200)
  const visitor = await visit(server, site.url)
  const { status, body } = await visitor.get(at('shown', '/versions/latest/content'))
  expect(status).toBe(200)
  expect(body.filesystem).toMatchObject([{ dir: '.', filename: 'openapi.json', isEntrypoint: true, references: [] }])
  expect(body.filesystem[0].specification.info.title).toBe('shown')
  expect((await visitor.get(at('hidden', '/versions/latest/content'))).status).toBe(404)
  expect((await visitor.get(at('shown'))).status).toBe(403)
})

describe('sources', () => {
  test('createOpenAPISpec: referenced files are fetched once each and stored by name', async () => {
    const { get, put, settled } = await scene()
    const page = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
    Object.assign(website.pages, {
      '/api/openapi.json': page(
        specWith('Many', {
          components: {
            schemas: {
              Pet: { $ref: './schemas/pet.yaml#/Pet' },
              Own: { $ref: '#/components/schemas/Pet' },
              Far: { $ref: 'https://elsewhere.example/x.yaml' },
              Top: { $ref: '../common.json' },
            },
          },
        }),
      ),
      '/api/schemas/pet.yaml': {
        body: 'Pet:\n  properties:\n    owner: {$ref: owner.yaml}\n    pet: {$ref: "pet.yaml#/Pet"}\n',
      },
      '/api/schemas/owner.yaml': { body: 'type: object\n' },
      '/common.json': page({ type: 'string' }),
    })
    await put('many', { url: `${website.url}/api/openapi.json` })
    expect(await settled('many')).toMatchObject({ lastProcessedErrorCount: 0 })
    const { filesystem, url } = await get('many', '/versions/latest/content')
    expect(url).toBe(`${website.url}/api/openapi.json`)
    expect(Object.keys(filesystem)).toEqual([
      'openapi.json',
      'schemas/pet.yaml',
      '../common.json',
      'schemas/owner.yaml',
    ])
    expect(filesystem['openapi.json']).toMatchObject({
      dir: '.',
      isEntrypoint: true,
      references: ['schemas/pet.yaml', '../common.json'],
    })
    expect(filesystem['schemas/pet.yaml']).toMatchObject({
      dir: 'schemas',
      isEntrypoint: false,
      references: ['schemas/owner.yaml', 'schemas/pet.yaml'],
    })
    expect(filesystem['schemas/owner.yaml'].specification).toEqual({ type: 'object' })
    expect(website.asked.filter((path) => path.startsWith('/api/schemas/pet'))).toHaveLength(1)
  })

  test('getOpenAPISpecBySlug: a URL is polled, and only a change creates a version', async () => {
    const { get, put, settled, versions } = await scene()
    website.pages['/changing.yaml'] = { body: 'openapi: 3.0.0\ninfo: {title: Before}\n' }
    await put('changing', { url: `${website.url}/changing.yaml` })
    const { id, lastVersion } = await settled('changing')
    const job = { unique_key: `process-openapi-spec ${id}` }
    const look = () =>
      server.database.read.selectFrom('jobs').selectAll().where('unique_key', '=', job.unique_key).executeTakeFirst()
    await eventually(
      async () => ((await look())?.leased_by ?? 'none') === 'none' && (await look())!.run_at > fromNow(5 * 3600_000),
    ).toBe(true)
    const refresh = async () => {
      const before = website.asked.length
      await server.database.write((db) =>
        db
          .updateTable('jobs')
          .set({ run_at: fromNow(-1) })
          .where('unique_key', '=', job.unique_key)
          .execute(),
      )
      await eventually(() => website.asked.length).toBeGreaterThan(before)
      await settled('changing')
    }
    await refresh()
    expect(await versions('changing')).toBe(1)
    website.pages['/changing.yaml'] = { body: 'openapi: 3.0.0\ninfo: {title: After}\n' }
    await refresh()
    await eventually(() => versions('changing')).toBe(2)
    expect((await get('changing')).lastVersion).not.toBe(lastVersion)
  })

  const FAILURES: [string, string | { body: string } | object, string, RegExp][] = [
    ['nothing there', { status: 404 }, 'FETCH_ERROR', /status 404/],
    ['no YAML', { body: 'a: [b' }, 'PARSE_ERROR', /not valid YAML/],
    ['no JSON', { body: '{"a": ' }, 'PARSE_ERROR', /not valid JSON/],
    ['no OpenAPI', { body: 'a: b' }, 'PARSE_ERROR', /"openapi" or "swagger"/],
    ['another version', { body: 'openapi: 4.0.0' }, 'PARSE_ERROR', /OpenAPI 4\.0\.0: use/],
    ['an old version', { body: 'swagger: 1.2' }, 'PARSE_ERROR', /OpenAPI 1\.2/],
    ['bytes', { body: Buffer.from([0xff, 0xfe, 0x00]) }, 'PARSE_ERROR', /UTF-8/],
    ['a file that is missing', { body: 'openapi: 3.0.0\nx: {$ref: missing.yaml}' }, 'FETCH_ERROR', /missing\.yaml/],
    ['too many bytes', { body: 'x'.repeat(20 * 1024 * 1024 + 1) }, 'FETCH_ERROR', /size limit/],
    ['aliases without end', { body: bomb() }, 'PARSE_ERROR', /aliases/],
    ['what contains itself', { body: 'openapi: 3.0.0\na: &a [*a]' }, 'PARSE_ERROR', /aliases|YAML/],
  ]

  function bomb(): string {
    const lines = ['openapi: 3.0.0', 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 12; level++)
      lines.push(
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      )
    return lines.join('\n')
  }

  test.each(FAILURES)('getOpenAPISpecBySlug: reports the error: %s', async (_what, page, code, sentence) => {
    const { put, settled } = await scene()
    website.pages['/failing'] = page as { body: string }
    await put('failing', { url: `${website.url}/failing` })
    const spec = await settled('failing')
    expect(spec.lastProcessErrorCode).toBe(code)
    expect(spec.lastProcessedErrors).toEqual([{ message: expect.stringMatching(sentence), code }])
    expect(spec).not.toHaveProperty('lastVersion')
  })

  test('getOpenAPISpecBySlug: a slow source is FETCH_TIMEOUT, and the last version stays', async () => {
    const { put, settled, versions, get } = await scene()
    await put('slow', asText(specWith('Before')))
    const { lastVersion } = await settled('slow')
    website.pages['/slow'] = () => undefined
    await put('slow', { url: `${website.url}/slow` })
    expect(await settled('slow')).toMatchObject({ lastProcessErrorCode: 'FETCH_TIMEOUT', lastVersion })
    expect(await versions('slow')).toBe(1)
    await put('slow', asText(specWith('After')))
    expect(await settled('slow')).not.toHaveProperty('lastProcessErrorCode')
    expect((await get('slow')).lastVersion).not.toBe(lastVersion)
  })

  test('createOpenAPISpec: non-public addresses are not requested', async () => {
    const { put, settled } = await scene(closed)
    const before = website.asked.length
    await put('inside', { url: `${website.url}/inside` })
    expect((await settled('inside')).lastProcessErrorCode).toBe('FETCH_ERROR')
    expect(website.asked.length).toBe(before)
  })

  test('createOpenAPISpec: credentials of a URL are used and not shown', async () => {
    const { put, settled, get } = await scene()
    website.pages['/secret'] = (request, response) => {
      const allowed = request.headers.authorization === `Basic ${Buffer.from('me:hush-hush-hush').toString('base64')}`
      response.writeHead(allowed ? 200 : 401).end(JSON.stringify(specWith('Secret')))
    }
    await put('secret', { url: website.url.replace('://', '://me:hush-hush-hush@').concat('/secret') })
    const spec = await settled('secret')
    expect(spec.lastVersion).toBeDefined()
    expect(JSON.stringify([spec, await get('secret', '/versions')])).not.toContain('hush-hush-hush')
  })

  test('createOrUpdateOpenAPISpecBySlug: tokens in a URL are encrypted, and kept when the shown URL is written back', async () => {
    const { put, settled, organization } = await scene()
    website.pages['/token?private_token=hush-hush-hush&ref=main'] = { body: JSON.stringify(specWith('Token')) }
    await put('token', { url: `${website.url}/token?private_token=hush-hush-hush&ref=main` })
    const { sourceURL, lastVersion } = await settled('token')
    expect(sourceURL).toBe(`${website.url}/token?private_token=hidden&ref=main`)
    expect(lastVersion).toBeDefined()
    await put('token', { url: sourceURL })
    expect((await settled('token')).lastProcessErrorCode).toBeUndefined()
    const tables = ['openapi_specs', 'openapi_versions', 'events', 'jobs'] as const
    for (const table of tables)
      expect(JSON.stringify(await server.database.read.selectFrom(table).selectAll().execute()), table).not.toContain(
        'hush-hush-hush',
      )
    // The format of an earlier release.
    const plain = `${website.url}/token?private_token=hush-hush-hush&ref=main`
    await server.database.write(async (db) => {
      await db
        .updateTable('openapi_specs')
        .set({ source_url: plain, sealed_source: null })
        .where('organization_id', '=', organization)
        .execute()
      await db.updateTable('openapi_versions').set({ url: plain }).where('id', '=', lastVersion).execute()
      await enqueueSealing(db)
    })
    await expect.poll(() => isSealingQueued(server.database.read), { timeout: 10_000 }).toBe(false)
    for (const table of tables)
      expect(JSON.stringify(await server.database.read.selectFrom(table).selectAll().execute()), table).not.toContain(
        'hush-hush-hush',
      )
    expect((await settled('token')).sourceURL).toBe(sourceURL)
  })

  test.each(['json', 'yaml'])(
    'getLatestOpenAPISpecVersionContent: a large one as %s is parsed beside the server',
    async (format) => {
      const { put, settled, get } = await scene()
      const paths = Array.from(
        { length: 3000 },
        (_, at) => `  /things/${at}:\n    get: {operationId: get${at}, summary: A thing}\n`,
      )
      const asJson = () =>
        JSON.stringify(
          specWith('Large', {
            paths: Object.fromEntries(paths.map((_, at) => [`/things/${at}`, { get: { operationId: `get${at}` } }])),
          }),
        )
      const body = format === 'json' ? asJson() : `openapi: 3.1.0\npaths:\n${paths.join('')}`
      website.pages[`/large.${format}`] = { body }
      await put('large', { url: `${website.url}/large.${format}` })
      expect(await settled('large')).toMatchObject({ lastProcessedErrorCount: 0 })
      const { filesystem } = await get('large', '/versions/latest/content')
      const { specification } = filesystem[`large.${format}`]
      expect(Object.keys(specification.paths)).toHaveLength(3000)
      expect(specification.paths['/things/2999'].get.operationId).toBe('get2999')
    },
  )
})

describe('what changed and where it shows', () => {
  const ferry = (...paths: string[]) =>
    asText(
      specWith('Ferry', {
        paths: Object.fromEntries(
          paths.map((path) => [path, { get: { responses: { 200: { description: 'Fine' } } } }]),
        ),
      }),
    )

  test('listOpenAPISpecVersionChanges: a version is compared with the one before, or with another', async () => {
    const { admin, at, get, put, settled } = await scene()
    for (const source of [ferry('/a'), ferry('/a', '/b'), ferry('/b')]) {
      await put('ferry', source)
      await settled('ferry')
    }
    const [third, second, first] = (await get('ferry', '/versions')).items.map(({ id }: { id: string }) => id)
    const nothing = { added: [], removed: [], breaks: [], isComplete: true }
    expect(await get('ferry', `/versions/${first}/changes`)).toEqual(nothing)
    expect(await get('ferry', `/versions/${second}/changes`)).toEqual({ ...nothing, added: [{ name: 'GET /b' }] })
    const gone = { name: 'GET /a' }
    const lost = { ...nothing, removed: [gone], breaks: [{ ...gone, where: '', what: 'is gone' }] }
    expect(await get('ferry', `/versions/${third}/changes`)).toEqual(lost)
    expect(await get('ferry', `/versions/${third}/changes?from=${first}`)).toEqual({
      ...lost,
      added: [{ name: 'GET /b' }],
    })
    expect((await admin.http.get(at('ferry', `/versions/${third}/changes?from=none`))).status).toBe(404)
  })

  test('listOpenAPISpecBacklinks: lists the pages that show it, as far as one may see them', async () => {
    const { organization, admin, get, put, settled } = await scene()
    await put('ferry', ferry('/a'))
    await settled('ferry')
    const space = (await admin.http.post(`/v1/orgs/${organization}/spaces`, { title: 'Guide' })).body.id
    expect(await get('ferry', '/backlinks')).toMatchObject({ count: 0, items: [] })
    const markdown = '{% openapi-operation spec="ferry" path="/a" method="get" %}\n{% endopenapi-operation %}'
    const { status } = await admin.http.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Calls', document: { markdown } }],
    })
    expect(status).toBe(200)
    const { items } = await get('ferry', '/backlinks')
    expect(items).toMatchObject([{ kind: 'page', page: { title: 'Calls' }, space: { id: space } }])
    // Its links are not broken, until the specification is deleted.
    const broken = async () => (await admin.http.get(`/v1/spaces/${space}/links`)).body.stats.broken.total
    expect(await broken()).toBe(0)
    await admin.http.delete(`/v1/orgs/${organization}/openapi/ferry`)
    expect(await broken()).toBe(1)
    expect((await admin.http.get(`/v1/orgs/${organization}/openapi/none/backlinks`)).status).toBe(404)
  })
})
