// @only-sqlite @slow
// Pages computed from OpenAPI specifications, in all operations that read pages.
import { beforeEach, describe, expect, test } from 'vitest'
import { markdown, pagesAt } from '../../../test/support/pages.ts'
import { startedRepositories } from '../../../test/support/repositories.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, type TestSite, visit } from '../../../test/support/sites.ts'
import { startedWebsite } from '../../../test/support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const website = startedWebsite()
const git = startedRepositories()

const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000, interval: 50 })

const operation = (summary: string, tag: string) => ({ summary, tags: [tag], responses: {} })
const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  tags: [{ name: 'dogs', description: 'All about **wolfhounds**. See [the cats](/api/cats.md).' }],
  paths: {
    '/dogs': { get: operation('List dogs', 'dogs'), post: operation('Add a dog', 'dogs') },
    '/cats': { get: operation('List cats', 'cats') },
  },
  components: { schemas: { Dog: { type: 'object' } } },
}

const computed = (spec: string, props: object = {}) => ({
  type: 'builtin:openapi',
  props: { models: true, ...props },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
})

type Node = { id: string; title: string; type: string; path?: string; pages?: Node[] }
const paths = (pages: Node[]): unknown[] => pages.flatMap(({ path, pages: below = [] }) => [path, ...paths(below)])

async function scene(site?: TestSite) {
  const { organization, admin } = site ?? (await server.found())
  const id = site?.spaces[0] ?? (await admin.http.post(`/v1/orgs/${organization}/spaces`, {})).body.id
  const at = (slug: string) => `/v1/orgs/${organization}/openapi/${slug}`
  const pages = pagesAt(admin, `/v1/spaces/${id}/content`)
  /** Sets the content of the specification, and waits until it is processed. */
  const put = async (slug: string, spec: object) => {
    await admin.http.put(at(slug), { source: { text: JSON.stringify(spec) } })
    await eventually(async () => (await admin.http.get(at(slug))).body.processingState).toBe('complete')
  }
  const tree = async (query = '') => (await pages.get(`/pages${query}`)).body.pages as Node[]
  const find = async (query: string) =>
    (await admin.http.get(`/v1/spaces/${id}/search?query=${encodeURIComponent(query)}`)).body.items.map(
      ({ path }: { path: string }) => path,
    )
  return { organization, admin, id, at, ...pages, put, tree, find }
}

/** A space with a group that contains a page and the pages of a specification. */
async function reference(site?: TestSite, props: object = {}) {
  const book = await scene(site)
  const api = await book.insert('API', { type: 'group' })
  await book.insert('Dogs', { into: api, ...markdown('Written by hand: [cats](/api/cats.md).') })
  const page = await book.insert('Reference', { type: 'computed', computed: computed('pets', props), into: api })
  return { ...book, api, page }
}

describe('computed pages', () => {
  test('listPages, getPageById, getPageByPath, getCurrentRevision: appear at the position of their source', async () => {
    const book = await reference()
    expect(paths(await book.tree())).toEqual(['api', 'api/dogs'])
    await book.put('pets', PETS)
    const below = ['api', 'api/dogs', 'api/dogs-1', 'api/cats', 'api/models']
    expect(paths(await book.tree())).toEqual(below)
    expect(paths((await book.get('')).body.pages)).toEqual(below)
    const revision = await book.revision()
    const { body } = await book.get('/path/api/dogs-1?format=document')
    expect(body).toMatchObject({ title: 'Dogs', type: 'document', computed: { props: { doc: 'operations' } } })
    expect(body.computedSeed).toBe(book.page)
    expect(body.document.nodes.map(({ type }: Node) => type)).toEqual([
      'paragraph',
      'openapi-operation',
      'openapi-operation',
    ])
    expect((await book.get(`/page/${body.id}`)).body).toMatchObject({ title: 'Dogs', path: 'api/dogs-1' })
    const { http } = book.admin
    const document = `/v1/spaces/${book.id}/revisions/${revision}/page/${body.id}/document`
    expect((await http.get(document)).body.nodes).toEqual(body.document.nodes)
    expect(body.document.nodes[1].meta).toEqual({ id: 'get-dogs' })
    const { source, seed } = { source: body.computed, seed: body.computedSeed }
    const again = await http.post(`/v1/spaces/${book.id}/content/computed/document`, { source, seed })
    expect(again.body.nodes).toEqual(body.document.nodes)
  })

  test('getPageByPath: markdown, and links from and to computed pages', async () => {
    const book = await reference()
    await book.put('pets', PETS)
    const text = (await book.get('/path/api/dogs-1?format=markdown')).body.markdown
    expect(text).toMatch(/^# Dogs\n\nAll about \*\*wolfhounds\*\*/)
    expect(text).toContain('/dogs')
    const dogs = (await book.get('/path/api/dogs')).body.id
    await book.write({ operation: 'update_page', page: dogs, ...markdown('[cats](cats.md)') })
    const refs = JSON.stringify((await book.get(`/page/${dogs}?format=document`)).body)
    expect(refs).toContain(`"page":"${(await book.get('/path/api/cats')).body.id}"`)
    expect(await book.text(dogs)).toBe('[cats](cats.md)\n')
    const { body } = await book.admin.http.get(`/v1/spaces/${book.id}/content/page/${dogs}/links`)
    await eventually(
      async () => (await book.admin.http.get(`/v1/spaces/${book.id}/content/page/${dogs}/links`)).body.items[0].status,
    ).toBe('ok')
    expect(body.items).toHaveLength(1)
  })

  test('listPages: computed=false returns the stored pages', async () => {
    const book = await reference()
    await book.put('pets', PETS)
    const [{ pages }] = (await book.tree('?computed=false')) as [Required<Node>]
    expect(pages).toMatchObject([{ title: 'Dogs' }, { type: 'computed', computed: computed('pets') }])
    expect((await book.get(`/page/${book.page}?computed=false`)).body.type).toBe('computed')
    expect((await book.get(`/page/${book.page}`)).status).toBe(404)
  })

  test('getPageById: follow every version and keep their ids', async () => {
    const book = await reference()
    await book.put('pets', PETS)
    const before = await book.get('/path/api/cats')
    const url = `/path/api/cats`
    const etag = before.headers.get('etag')!
    expect((await book.get(url, { 'if-none-match': etag })).status).toBe(304)
    await book.put('pets', { ...PETS, tags: [{ name: 'cats', 'x-page-title': 'Felines' }, ...PETS.tags] })
    expect(paths(await book.tree())).toEqual(['api', 'api/dogs', 'api/felines', 'api/dogs-1', 'api/models'])
    const after = await book.get('/path/api/felines', { 'if-none-match': etag })
    expect([after.status, after.body.id]).toEqual([200, before.body.id])
    expect((await book.get(url)).status).toBe(404)
    await book.admin.http.delete(book.at('pets'))
    expect(paths(await book.tree())).toEqual(['api', 'api/dogs'])
  })

  test('listPagesInChangeRequest, listPagesInRevisionById, duplicateSpace: include computed pages', async () => {
    const book = await scene()
    await book.put('pets', PETS)
    const { http } = book.admin
    const { body: change } = await http.post(`/v1/spaces/${book.id}/change-requests`, {})
    const inside = pagesAt(book.admin, `/v1/spaces/${book.id}/change-requests/${change.id}/content`)
    await inside.insert('R', {
      type: 'computed',
      computed: computed('pets', { grouping: 'by-operation', models: false }),
    })
    const all = ['dogs', 'dogs/list-dogs', 'dogs/add-a-dog', 'cats', 'cats/list-cats']
    expect(paths((await inside.get('/pages')).body.pages)).toEqual(all)
    expect(paths(await book.tree())).toEqual([])
    await http.post(`/v1/spaces/${book.id}/change-requests/${change.id}/merge`)
    expect(paths(await book.tree())).toEqual(all)
    const revision = await book.revision()
    const old = await http.get(`/v1/spaces/${book.id}/revisions/${revision}/pages`)
    expect(paths(old.body.pages)).toEqual(all)
    const { body: copy } = await http.post(`/v1/spaces/${book.id}/duplicate`)
    expect(paths((await http.get(`/v1/spaces/${copy.id}/content/pages`)).body.pages)).toEqual(all)
  })

  test('updateSpaceContent: validates the source of computed pages', async () => {
    const book = await scene()
    const insert = (fields: object) => book.write({ operation: 'insert_page', title: 'X', ...fields })
    const bad: [object, string][] = [
      [{ type: 'computed' }, 'computed'],
      [{ computed: computed('pets') }, 'computed'],
      [{ type: 'computed', computed: { ...computed('pets'), type: 'other' } }, 'computed.type'],
      [{ type: 'computed', computed: { type: 'builtin:openapi', props: {} } }, 'computed.dependencies'],
    ]
    for (const [fields, path] of bad) {
      const { status, body } = await insert(fields)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`changes.0.${path}`)])
    }
  })

  test('importGitRepository: are imported from the table of contents and exported to it', async () => {
    const book = await scene()
    await book.put('pets', PETS)
    const block = ['type: builtin:openapi', 'props:', '  models: false', 'dependencies:', '  spec:', '    ref:']
    const yaml = [...block, '      kind: openapi', '      spec: pets'].map((line) => `  ${line}\n`).join('')
    const summary = `# Table of contents\n\n* [Home](README.md)\n\n## Reference\n\n* \`\`\`yaml\n${yaml}  \`\`\`\n`
    git.add('book', { 'README.md': '# Home\n', 'SUMMARY.md': summary })
    const request = { url: `${git.url}/book`, ref: 'refs/heads/master' }
    await book.admin.http.post(`/v1/spaces/${book.id}/git/import`, request)
    await eventually(async () => paths(await book.tree())).toEqual([
      'readme',
      'reference',
      'reference/dogs',
      'reference/cats',
    ])
  })

  test('getPageById: path items in other files are included', async () => {
    const book = await reference()
    const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) })
    const item = { get: operation('List birds', 'birds') }
    website.pages['/api/birds.json'] = json({ items: { birds: item } })
    website.pages['/api/openapi.json'] = json({
      ...PETS,
      paths: { '/birds': { $ref: './birds.json#/items/birds' } },
    })
    await book.admin.http.put(book.at('pets'), { source: { url: `${website.url}/api/openapi.json` } })
    await eventually(async () => paths(await book.tree())).toContain('api/birds')
    const { nodes } = (await book.get('/path/api/birds?format=document')).body.document
    expect(nodes).toMatchObject([{ type: 'openapi-operation', data: { path: '/birds', method: 'get' } }])
  })

  test('searchSpaceContent: are found by their operations until they are removed', async () => {
    const book = await reference()
    await book.put('pets', PETS)
    await eventually(() => book.find('wolfhounds')).toEqual(['api/dogs-1'])
    expect(await book.find('list cats')).toEqual(['api/cats', 'api/dogs-1'])
    const { body } = await book.admin.http.get(`/v1/spaces/${book.id}/search?query=list%20cats`)
    expect(body.items[0].sections[0].path).toBe('api/cats#get-cats')
    await book.put('pets', { ...PETS, paths: {} })
    await eventually(() => book.find('add dog')).toEqual([])
    await book.insert('Other')
    expect(await book.find('wolfhounds')).toEqual(['api/dogs-1'])
    await book.write({ operation: 'delete_page', page: book.page })
    expect(await book.find('wolfhounds')).toEqual([])
  })

  test('getSpacePDF: are printed', async () => {
    const book = await reference()
    await book.put('pets', PETS)
    const { id } = (await book.get('/path/api/cats')).body
    const { body } = await book.admin.http.get(`/v1/spaces/${book.id}/pdf?page=${id}`)
    expect((await fetch(body.url)).headers.get('content-type')).toBe('application/pdf')
  })
})

describe('getComputedRevision, getComputedDocument', () => {
  let book: Awaited<ReturnType<typeof reference>>
  let ask: (what: string, body: object) => ReturnType<typeof book.admin.http.post>

  beforeEach(async () => {
    book = await reference()
    await book.put('pets', PETS)
    ask = (what, body) => book.admin.http.post(`/v1/spaces/${book.id}/content/computed/${what}`, body)
  })

  test('getComputedRevision: returns the pages of a source', async () => {
    const { body } = await ask('revision', { source: computed('pets', { downloadLink: true }), seed: book.page })
    expect(body).toMatchObject({ files: [], reusableContents: [] })
    expect(body.pages.map(({ title, path }: Node) => [title, path])).toEqual([
      ['Dogs', 'dogs'],
      ['Cats', 'cats'],
      ['Models', 'models'],
      ['Download OpenAPI specification', undefined],
    ])
    expect(body.pages[1].id).toBe((await book.get('/path/api/cats')).body.id)
    expect((await ask('revision', { source: computed('none'), seed: 'x' })).status).toBe(404)
    const odd = await ask('revision', { source: { ...computed('pets'), type: 'builtin:translation' }, seed: 'x' })
    expect(odd.status).toBe(400)
  })

  test('getComputedDocument: returns the document of an existing page', async () => {
    const source = (props: object) => ({ ...computed('pets'), props })
    const types = async (props: object) =>
      (await ask('document', { source: source(props), seed: 'x' })).body.nodes.map(({ type }: Node) => type)
    expect(await types({ doc: 'models' })).toEqual(['openapi-schemas'])
    expect(await types({ doc: 'tag', page: 'dogs' })).toEqual(['paragraph'])
    expect(await types({ doc: 'operation', page: '/dogs', method: 'get' })).toEqual(['openapi-operation'])
    const status = async (props: object) => (await ask('document', { source: source(props), seed: 'x' })).status
    expect(await status({ doc: 'operations', page: 'none' })).toBe(404)
    expect(await status({ doc: 'operation', page: '/dogs' })).toBe(400)
  })

  test('getComputedRevision: strangers and other organizations get nothing', async () => {
    const { admin: stranger } = await server.found()
    const body = { source: computed('pets'), seed: 'x' }
    expect((await stranger.http.post(`/v1/spaces/${book.id}/content/computed/revision`, body)).status).toBe(404)
    const { id } = await scene()
    expect((await book.admin.http.post(`/v1/spaces/${id}/content/computed/revision`, body)).status).toBe(404)
  })
})

describe('visitors of a site', () => {
  test('getRevisionById, searchSiteContent, getComputedRevision: see only the computed pages meant for them', async () => {
    const site = await newSite(server, await server.found())
    const book = await reference(site)
    await book.put('pets', PETS)
    const condition = 'visitor.claims.unsigned.staff'
    await book.put('hidden', { ...PETS, paths: { '/lions': { get: operation('List lions', 'lions') } } })
    await book.insert('Hidden', { type: 'computed', computed: computed('hidden'), condition })
    const reader = await visit(server, site.url)
    const { body: revision } = await reader.get(`/v1/spaces/${book.id}/revisions/${await book.revision()}`)
    const shown = paths(revision.pages)
    expect(shown).toContain('api/cats')
    expect(shown).not.toContain('lions')
    expect(JSON.stringify(revision)).not.toContain('"type":"computed"')
    expect((await reader.get(`/v1/spaces/${book.id}/content/path/lions`)).status).toBe(404)
    const search = async (query: string) => (await reader.post(`${site.path}/search`, { query, mode: 'all' })).body
    await eventually(async () => (await search('list cats')).count).toBe(1)
    await eventually(async () => (await book.find('list lions')).length).toBe(1)
    expect((await search('list lions')).count).toBe(0)
    const spec = (slug: string) => reader.get(`${book.at(slug)}/versions/latest/content`)
    expect([(await spec('pets')).status, (await spec('hidden')).status]).toEqual([200, 404])
    const compute = (slug: string) =>
      reader.post(`/v1/spaces/${book.id}/content/computed/revision`, { source: computed(slug), seed: 'x' })
    expect([(await compute('pets')).status, (await compute('hidden')).status]).toEqual([200, 404])
  })

  test('listPages, getPageById, getRevisionById: never see one that is not computed, whatever they ask for', async () => {
    const site = await newSite(server, await server.found())
    const book = await reference(site)
    await book.put('pets', PETS)
    const reader = await visit(server, site.url)
    const space = `/v1/spaces/${book.id}`
    for (const path of ['/content/pages', '/content', `/revisions/${await book.revision()}`]) {
      const { body, text } = await reader.get(`${space}${path}?computed=false`)
      expect(paths(body.pages), path).toEqual(expect.arrayContaining(['api', 'api/dogs']))
      expect(text).not.toContain('computed')
    }
    for (const id of [book.page, book.api])
      expect((await reader.get(`${space}/content/page/${id}?computed=false`)).text).not.toContain('"computed"')
    expect((await reader.get(`${space}/content/page/${book.page}?computed=false`)).status).toBe(404)
  })
})
