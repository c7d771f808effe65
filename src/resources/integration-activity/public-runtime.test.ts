// @only-sqlite @slow
// Integrations built with the public runtime and its components, installed in a space.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { type GitServer, MAIN, startGitServer } from '../../../test/support/git-server.ts'
import { httpAs } from '../../../test/support/http.ts'
import { install, publish } from '../../../test/support/integrations.ts'
import { bundle } from '../../../test/support/public-runtime.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite } from '../../../test/support/sites.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })

const DIAGRAMS = `import { createComponent, createIntegration } from '@gitbook/runtime'
  const chart = createComponent({
    componentId: 'chart',
    action: async (element, action) =>
      action.action === '@link.unfurl' ? { props: { content: 'of ' + action.url } } : element,
    render: async (element, { environment }) => (
      <block>
        <webframe
          source={{ url: environment.integration.urls.publicContentEndpoint }}
          data={{ content: element.props.content }}
        />
      </block>
    ),
  })
  export default createIntegration({
    components: [chart],
    fetch: async () => new Response('<p>A frame', { headers: { 'content-type': 'text/html' } }),
  })`

const BLOCK = {
  id: 'chart',
  title: 'Chart',
  urlUnfurl: ['https://*.charts.example/view/**'],
  markdown: { codeblock: 'chart', body: 'content' },
}

let name: string
let installation: string
let git: GitServer

beforeAll(async () => {
  const { admin, organization } = server
  name = await publish(admin, organization, { runtime: 'v2', script: await bundle(DIAGRAMS), blocks: [BLOCK] })
  installation = await install(admin, organization, name)
  git = await startGitServer()
}, 180_000)
afterAll(() => git.stop())

const on = (space: string) => `/v1/integrations/${name}/installations/${installation}/spaces/${space}`

async function aSpace(isInstalled = true): Promise<string> {
  const { id } = await createSpace(server, { title: 'A space' })
  if (isInstalled) await installOn(id)
  return id
}

async function installOn(space: string) {
  const { status } = await server.admin.http.post(`/v1/integrations/${name}/installations/${installation}/spaces`, {
    space,
  })
  expect(status).toBe(201)
}

const draw = (space: string, more: object) =>
  server.admin.http.post(`/v1/integrations/${name}/render`, {
    componentId: 'chart',
    props: {},
    context: { type: 'document', theme: 'light', spaceId: space, editable: false },
    ...more,
  })

describe('URLs that integrations unfurl', () => {
  const embed = async (space: string, url: string) =>
    (await server.admin.http.get(`/v1/spaces/${space}/embed?url=${encodeURIComponent(url)}`)).body
  const url = 'https://eu.charts.example/view/1?a=b'

  test('getEmbedByUrlInSpace, renderIntegrationUIWithPost: are embedded with the block of an installed integration', async () => {
    const space = await aSpace()
    expect(await embed(space, url)).toEqual({
      type: 'integration',
      integration: name,
      block: BLOCK,
      title: '1',
      site: 'eu.charts.example',
    })
    const { body } = await draw(space, { action: { action: '@link.unfurl', url } })
    expect(body.element.children[0]).toMatchObject({ type: 'webframe', data: { content: `of ${url}` } })
    expect(await embed(space, 'https://eu.charts.example/edit/1')).toMatchObject({ type: 'link' })
    expect(await embed(await aSpace(false), url)).toMatchObject({ type: 'link' })
    await server.admin.http.delete(on(space))
    expect(await embed(space, url)).toMatchObject({ type: 'link' })
  })
})

describe('code fences of integrations', () => {
  const FENCE = '```chart\na --> b\n```\n'
  const data = () => ({ integration: name, block: 'chart', props: { content: 'a --> b' } })
  const write = (space: string, changes: object[]) => server.admin.http.post(`/v1/spaces/${space}/content`, { changes })
  const at = (space: string, format: string) => `/v1/spaces/${space}/content/path/page?format=${format}`
  const shown = async (space: string, format: string) => (await server.admin.http.get(at(space, format))).body
  const markdownOf = async (space: string): Promise<string> => (await shown(space, 'markdown')).markdown
  const blocksOf = async (space: string) => (await shown(space, 'document')).document.nodes
  const insert = (space: string) =>
    write(space, [{ operation: 'insert_page', title: 'Page', document: { markdown: FENCE } }])

  test('updateSpaceContent, getPageByPath: become blocks, and fences again', async () => {
    const space = await aSpace()
    await insert(space)
    const [block] = await blocksOf(space)
    expect(block).toMatchObject({ type: 'integration', data: data() })
    expect(await markdownOf(space)).toContain(FENCE)
    const { body } = await draw(space, { props: block.data.props })
    expect(body.element.children[0].data).toEqual({ content: 'a --> b' })
  })

  test('getPageByPath: cached markdown is refreshed when integrations change', async () => {
    const space = await aSpace(false)
    await insert(space)
    expect((await blocksOf(space))[0].type).toBe('code')
    const { headers } = await server.admin.http.get(at(space, 'markdown'))
    const known = { 'if-none-match': headers.get('etag')! }
    expect((await server.admin.http.get(at(space, 'markdown'), known)).status).toBe(304)
    await installOn(space)
    const after = await server.admin.http.get(at(space, 'markdown'), known)
    expect([after.status, after.body.markdown]).toEqual([200, expect.stringContaining(`{% code %}\n${FENCE}`)])
    await server.admin.http.delete(on(space))
    expect(await markdownOf(space)).not.toContain('{% code %}')
  })

  test('importContent: those of imported pages too', async () => {
    const elsewhere = createServer((_request, response) => response.end(`# Page\n\n${FENCE}`))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/page.md`
    const types: string[] = []
    for (const space of [await aSpace(), await aSpace(false)]) {
      const path = `/v1/spaces/${space}/content/import`
      expect((await server.admin.http.post(path, { source: 'markdown', url })).status).toBe(201)
      types.push((await blocksOf(space))[0].type)
    }
    elsewhere.close()
    expect(types).toEqual(['integration', 'code'])
  })

  async function sync(space: string, direction: string, more: object = {}) {
    const path = `/v1/spaces/${space}/git`
    await server.admin.http.post(`${path}/${direction}`, { url: git.url, ref: MAIN, ...more })
    await expect
      .poll(async () => (await server.admin.http.get(`${path}/info`)).body.operation.state, { timeout: 20_000 })
      .toBe('success')
  }

  test('importGitRepository, exportToGitRepository: also those that were there before the integration', async () => {
    const space = await aSpace(false)
    await git.commit({ 'page.md': `# Page\n\n${FENCE}`, 'SUMMARY.md': '* [Page](page.md)\n' })
    await sync(space, 'import')
    expect((await blocksOf(space))[0].type).toBe('code')
    await installOn(space)
    await sync(space, 'import')
    const [block] = await blocksOf(space)
    expect(block).toMatchObject({ type: 'integration', data: data() })
    const { id } = await shown(space, 'document')
    const changed = { ...block, data: { ...block.data, props: { content: 'c', theme: 'dark' } } }
    const document = { object: 'document', data: {}, nodes: [changed] }
    await write(space, [{ operation: 'update_page', page: id, document: { document } }])
    await sync(space, 'export', { commitMessage: 'Out' })
    expect((await git.files())['page.md']).toBe('# Page\n\n```chart theme="dark"\nc\n```\n')
  })
})

describe('views of pages', () => {
  const LISTENS = `import { createIntegration } from '@gitbook/runtime'
    const seen = []
    export default createIntegration({
      events: {
        site_view: async (event, { environment }) => {
          seen.push({ ...event, key: environment.siteInstallation.configuration.key })
          if (event.url.endsWith('/fail')) throw new Error('no')
        },
        space_view: async (event, { environment }) => {
          seen.push({ ...event, space: environment.spaceInstallation.space })
        },
      },
      fetch: async () => Response.json(seen),
    })`

  const view = (url: string, more: object = {}) => ({
    type: 'page_view',
    session: {
      visitorId: 'visitor',
      sessionId: 'session',
      userAgent: 'agent',
      language: 'en',
      ip: '192.0.2.1',
      referrer: 'https://search.example/',
      cookies: { consent: 'yes' },
    },
    location: { url, siteSection: null, siteShareKey: null, revision: null, ...more },
  })

  async function watched(scopes: string[]) {
    const { admin, organization } = server
    const script = await bundle(LISTENS)
    const integration = await publish(admin, organization, { runtime: 'v2', script, scopes })
    const id = await install(admin, organization, integration)
    const path = `/v1/integrations/${integration}`
    const site = await newSite(server, { organization, admin })
    const [space] = site.spaces
    await admin.http.post(`${path}/installations/${id}/sites`, { siteId: site.id })
    const configured = { configuration: { key: 'of the site' } }
    await admin.http.patch(`${path}/installations/${id}/sites/${site.id}`, configured)
    await admin.http.post(`${path}/installations/${id}/spaces`, { space })
    const track = async (...events: object[]) =>
      (await httpAs(server.url).post(`${site.path}/insights/events`, { events })).status
    const seen = async () =>
      // biome-ignore lint/suspicious/noExplicitAny: whatever it was given
      (await fetch(`${server.url}${path}/integration`)).json() as Promise<any[]>
    return { id, path, site: site.id, space: space!, siteSpace: site.siteSpaces[0]!, track, seen }
  }

  test('trackEventsInSiteById, listIntegrationEvents: are dispatched unchanged to integrations with the scope', async () => {
    const it = await watched(['site:views:read', 'space:views:read'])
    const deaf = await watched(['site:metadata:read'])
    const { space, siteSpace } = it
    const here = { space, siteSpace, page: 'page-1' }
    expect(
      await it.track(view('https://docs.example/a', here), { ...view('https://docs.example/b'), type: 'search_open' }),
    ).toBe(204)
    expect(await it.track(view('https://docs.example/fail', { space: deaf.space, siteSpace: null, page: 'x' }))).toBe(
      204,
    )
    expect(await deaf.track(view('https://docs.example/a', { space: deaf.space }))).toBe(204)
    await expect.poll(async () => (await it.seen()).length, { timeout: 20_000 }).toBe(3)
    const visitor = {
      anonymousId: 'visitor',
      cookies: { consent: 'yes' },
      userAgent: 'agent',
      ip: '192.0.2.1',
      language: 'en',
    }
    const about = { eventId: expect.any(String), installationId: it.id, visitor, referrer: 'https://search.example/' }
    const seen = await it.seen()
    const of = (type: string) =>
      seen.filter((each) => each.type === type).sort((one, other) => (one.url < other.url ? -1 : 1))
    expect(of('space_view')).toEqual([
      { type: 'space_view', ...about, spaceId: space, pageId: 'page-1', url: 'https://docs.example/a', space },
    ])
    const onSite = { type: 'site_view', ...about, siteId: it.site, key: 'of the site' }
    expect(of('site_view')).toEqual([
      { ...onSite, spaceId: space, siteSpaceId: siteSpace, pageId: 'page-1', url: 'https://docs.example/a' },
      // Views of content outside the site are not passed on.
      { ...onSite, url: 'https://docs.example/fail' },
    ])
    expect(await deaf.seen()).toEqual([])
    const stored = await server.database.read.selectFrom('site_insights_events').select('data').execute()
    expect(JSON.stringify(stored)).not.toMatch(/192\.0\.2\.1|consent/)
  })
})
