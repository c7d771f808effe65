// @only-sqlite @slow
// The calls of the public renderer, in its order and with its client: everything it needs must be present.
import type { PublishedContentSite, PublishedSiteContent, Revision, SiteSection, SiteSpace } from '@gitbook/api'
import { GitBookAPI } from '@gitbook/api'
import { describe, expect, test, vi } from 'vitest'
import { documentOf, edit } from './support/edits.ts'
import { checkedFetch } from './support/http.ts'
import { startedServer, type TestServer } from './support/server.ts'
import { adapt, newBook, newSite, signIn, type TestSite } from './support/sites.ts'

const server = startedServer()

const clientOf = ({ url }: TestServer, authToken?: string) =>
  new GitBookAPI({ endpoint: url, serviceBinding: { fetch: checkedFetch }, ...(authToken && { authToken }) })

/** A renderer resolves every prefix of a URL at once; the longest wins, unless a shorter one is complete. */
async function lookUp(address: string, visitor: object): Promise<PublishedSiteContent> {
  const { origin, pathname } = new URL(address)
  const [before] = pathname.split('/~/') as [string]
  const segments = before.split('/').filter(Boolean)
  const prefixes = segments.map((_, at) => `${origin}/${segments.slice(0, at + 1).join('/')}`)
  const answers = await Promise.all(
    prefixes.map((url) =>
      clientOf(server)
        .urls.resolvePublishedContentByUrl({ url, visitor: { unsignedClaims: {}, ...visitor }, redirectOnError: false })
        .then(({ data }) => data)
        .catch((error: unknown) => error),
    ),
  )
  const shortest = answers.findIndex((answer) => (answer as { complete?: boolean }).complete)
  const at = shortest === -1 ? answers.length - 1 : shortest
  const found = answers[at] as PublishedSiteContent
  if (!('apiToken' in found)) throw new Error(JSON.stringify(found))
  const unresolved = segments.slice(at + 1).join('/')
  return { ...found, pathname: [found.pathname, unresolved].filter(Boolean).join('/') }
}

interface Drawn {
  found: PublishedSiteContent
  profile: PublishedContentSite
  revision: Revision
  page: { id: string; title: string; path: string }
  text: string
}

/** Renders the page at a URL, like the renderer. */
async function draw(address: string, visitor: object = {}): Promise<Drawn> {
  const found = await lookUp(address, visitor)
  expectResolved(found)
  const client = clientOf(server, found.apiToken)
  const shared = found.shareKey ? { shareKey: found.shareKey } : {}
  const { data: profile } = await client.orgs.getPublishedContentSite(found.organization, found.site, shared)
  expectProfile(profile, found)
  const { data: space } = await client.spaces.getSpaceById(found.space, shared)
  expect(space).toMatchObject({ id: found.space, organization: found.organization, urls: { app: expect.any(String) } })
  const [, change] = /~\/changes\/([^/]+)/.exec(address) ?? []
  const changeRequest = change && (await client.spaces.getChangeRequestById(space.id, change)).data
  const revisionId = changeRequest ? changeRequest.revision : space.revision
  const { data: revision } = await client.spaces.getRevisionById(space.id, revisionId, { metadata: true })
  expectRevision(revision)
  const page = findPage(revision, found.pathname)
  const { data: document } = await client.spaces.getPageDocumentInRevisionById(space.id, revision.id, page.id, {
    evaluated: true,
  })
  expectDocument(document)
  return { found, profile, revision, page, text: JSON.stringify(document) }
}

function expectResolved(found: PublishedSiteContent): void {
  expect(() => new URL(found.canonicalUrl)).not.toThrow()
  expect(found.basePath).toMatch(/^\/(.*\/)?$/)
  expect(found.siteBasePath).toMatch(/^\/(.*\/)?$/)
  expect(found.basePath.startsWith(found.siteBasePath)).toBe(true)
  const payload = JSON.parse(Buffer.from(found.apiToken.split('.')[1]!, 'base64url').toString())
  expect(payload).toMatchObject({ kind: 'site', site: found.site, space: found.space, siteSpace: found.siteSpace })
  expect(payload.exp * 1000).toBeGreaterThan(Date.now() + 120_000)
}

const DEREFERENCED = [
  'styling.primaryColor.light',
  'styling.primaryColor.dark',
  'styling.font',
  'styling.sidebar.background',
  'styling.sidebar.list',
  'styling.infoColor.light',
  'styling.successColor.dark',
  'styling.warningColor.light',
  'styling.dangerColor.dark',
  'themes.default',
  'themes.toggeable',
  'header.preset',
  'header.links',
  'footer',
  'favicon',
  'internationalization.locale',
  'privacyPolicy',
  'socialPreview',
  'externalLinks.target',
  'trademark.enabled',
  'pagination.enabled',
  'feedback.enabled',
  'git.showEditLink',
  'pdf.enabled',
  'pageActions.markdown',
  'pageActions.externalAI',
]

function expectProfile(
  { site, structure, customizations, scripts }: PublishedContentSite,
  found: PublishedSiteContent,
) {
  expect(site).toMatchObject({ id: found.site, title: expect.any(String), visibility: expect.any(String) })
  expect(Array.isArray(scripts)).toBe(true)
  const sections = sectionsOf(structure)
  const siteSpaces = sections
    ? sections.find(({ id }) => id === found.siteSection)!.siteSpaces
    : (structure.structure as SiteSpace[])
  const current = siteSpaces.find(({ id }) => id === found.siteSpace)!
  expect(current.space.id).toBe(found.space)
  expect(siteSpaces.filter((siteSpace) => siteSpace.default).length).toBeLessThanOrEqual(1)
  for (const settings of [customizations.site, customizations.siteSpaces[found.siteSpace]])
    for (const path of DEREFERENCED) expect(settings, path).toHaveProperty(path)
}

const sectionsOf = (structure: PublishedContentSite['structure']): SiteSection[] | undefined =>
  structure.type === 'sections'
    ? structure.structure.flatMap((part) =>
        part.object === 'site-section' ? [part] : (part.sections as SiteSection[]),
      )
    : undefined

interface TreePage {
  id: string
  title: string
  type: string
  path: string
  pages?: TreePage[]
  layout?: object
}

function expectRevision(revision: Revision): void {
  for (const list of [revision.pages, revision.files, revision.reusableContents]) expect(Array.isArray(list)).toBe(true)
  const check = (page: TreePage): void => {
    expect(['document', 'group', 'link']).toContain(page.type)
    if (page.type === 'document') expect(page).toMatchObject({ path: expect.any(String), layout: expect.any(Object) })
    if (page.type !== 'link') expect(Array.isArray(page.pages)).toBe(true)
    for (const child of page.pages ?? []) check(child)
  }
  for (const page of revision.pages as TreePage[]) check(page)
  for (const file of revision.files)
    expect(file).toMatchObject({
      name: expect.any(String),
      contentType: expect.any(String),
      downloadURL: expect.stringMatching(/^http/),
    })
}

function findPage({ pages }: Revision, pathname: string): TreePage {
  const all = (list: TreePage[]): TreePage[] => list.flatMap((page) => [page, ...all(page.pages ?? [])])
  const documents = all(pages as TreePage[]).filter(({ type }) => type === 'document')
  const page = pathname === '' ? documents[0] : documents.find(({ path }) => path === pathname)
  if (!page) throw new Error(`No page at ${pathname}`)
  return page
}

// biome-ignore lint/suspicious/noExplicitAny: nodes of every shape
function expectDocument(document: any): void {
  const keys: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: nodes of every shape
  const check = (node: any): void => {
    expect([node.type, node.object]).not.toContain('expression')
    expect(node.type).not.toBe('if')
    if (node.key) keys.push(node.key)
    if (node.object === 'text') for (const leaf of node.leaves) expect(Array.isArray(leaf.marks)).toBe(true)
    if (/^heading/.test(node.type ?? '')) expect(node).toMatchObject({ data: {}, meta: { id: expect.any(String) } })
    for (const child of [...(node.nodes ?? []), ...(node.fragments ?? [])]) check(child)
  }
  expect(document).toMatchObject({ object: 'document', data: {}, nodes: expect.any(Array) })
  check(document)
  expect(new Set(keys).size).toBe(keys.length)
}

describe('the public renderer draws', () => {
  test('a plain site: its home, its pages, and missing pages', async () => {
    const site = await newSite(server, await server.found())
    expect(await draw(site.url)).toMatchObject({ page: { title: 'Welcome' }, found: { pathname: '' } })
    const { found, page, text, revision } = await draw(`${site.url}guide`)
    expect(page.title).toBe('Guide')
    expect(text).toContain('The guide of Handbook.')
    const client = clientOf(server, found.apiToken)
    const lost = { code: 404 }
    await expect(
      client.orgs.getSiteRedirectBySource(found.organization, found.site, { source: '/lost' }),
    ).rejects.toMatchObject(lost)
    await expect(client.spaces.getPageInRevisionByPath(found.space, revision.id, 'lost')).rejects.toMatchObject(lost)
    await expect(client.users.getUserById('somebody')).rejects.toMatchObject({ code: 403 })
    const { data } = await client.spaces.getPageInRevisionById(found.space, revision.id, page.id, {
      format: 'markdown',
    })
    expect((data as { markdown?: string }).markdown).toContain('## Details')
    const { data: results } = await client.orgs.searchSiteContent(found.organization, found.site, {
      query: 'guide',
      mode: 'all',
    })
    expect(results.items[0]!.pages[0]!.path).toBe('guide')
  })

  test('a site with sections, groups and variants', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const [api, old] = [await newBook(server, site, 'API'), await newBook(server, site, 'Old API')]
    const section = (await http.post(`${site.path}/sections`, { spaceId: api, title: 'Reference' })).body
    await http.post(`${site.path}/site-spaces`, { spaceId: old, sectionId: section.id })
    await http.post(`${site.path}/section-groups`, { title: 'More', sections: [section.id] })
    await http.post(`${site.path}/external-links`, { title: 'Blog', url: 'https://example.com/' })
    expect((await draw(`${site.url}guide`)).text).toContain('The guide of Handbook.')
    expect((await draw(`${site.url}reference/guide`)).text).toContain('The guide of API.')
    const { profile, text } = await draw(`${site.url}reference/old-api/guide`)
    expect(text).toContain('The guide of Old API.')
    for (const { urls } of sectionsOf(profile.structure)!) expect(urls.published).toContain(site.url)
  })

  test('a site behind a share link', async () => {
    const site = await newSite(server, await server.found(), { visibility: 'share-link', spaces: ['One', 'Two'] })
    const { urls } = (await site.admin.http.post(`${site.path}/share-links`, {})).body
    const { profile, text, found } = await draw(`${urls.published}two/guide`)
    expect(text).toContain('The guide of Two.')
    expect(profile.site.urls.published).toBe(urls.published)
    expect((profile.structure.structure[1] as SiteSpace).urls.published).toBe(`${urls.published}two/`)
    expect(found.shareKey).toBeDefined()
    await expect(draw(`${site.url}two/guide`)).rejects.toThrow()
  })

  test('what a signed-in visitor may see, and only that', async () => {
    const site = await newSite(server, await server.found(), { visibility: 'visitor-auth', spaces: ['Open', 'Pro'] })
    const { http } = site.admin
    await adapt(site, { plan: { type: 'string' }, name: { type: 'string' } })
    await http.patch(`${site.path}/site-spaces/${site.siteSpaces[1]}`, { condition: 'visitor.claims.plan == "pro"' })
    await http.put(`${site.path}/customization`, {
      header: {
        links: [
          { title: 'For all', to: { kind: 'url', url: 'https://example.com/' }, links: [] },
          {
            title: 'Pro',
            to: { kind: 'url', url: 'https://example.com/' },
            links: [],
            condition: 'visitor.claims.plan == "pro"',
          },
        ],
      },
    })
    const text =
      '{% if visitor.claims.plan == "pro" %}\nOnly for pros.\n{% endif %}\n\nHello <code class="expression">visitor.claims.name</code>!'
    await edit(server, { space: site.spaces[0]! }, [
      { operation: 'insert_page', id: 'hello', title: 'Hello', document: documentOf(text) },
    ])
    const as = async (claims: object) => ({ jwtToken: await signIn(site, claims) })
    const pro = await draw(`${site.url}hello`, await as({ plan: 'pro', name: 'Ada' }))
    expect(pro.text).toContain('Only for pros.')
    expect(pro.text).toContain('Ada')
    expect(pro.profile.structure.structure).toHaveLength(2)
    expect(pro.profile.customizations.site.header.links).toHaveLength(2)
    const free = await draw(`${site.url}hello`, await as({ plan: 'free' }))
    expect(free.text).not.toContain('Only for pros.')
    expect(free.profile.structure.structure).toHaveLength(1)
    expect(Object.keys(free.profile.customizations.siteSpaces)).toEqual([site.siteSpaces[0]])
    expect(free.profile.customizations.site.header.links).toHaveLength(1)
    expect(free.found.contextId).not.toBe(pro.found.contextId)
    await expect(draw(`${site.url}hello`)).rejects.toThrow()
  })

  test('a change request, for a member who previews it', async () => {
    const site = await newSite(server, await server.found())
    const { id, number } = (await site.admin.http.post(`/v1/spaces/${site.spaces[0]}/change-requests`, {})).body
    await edit(server, { space: site.spaces[0]!, changeRequest: id }, [
      { operation: 'insert_page', id: 'draft', title: 'Draft', document: documentOf('Not yet.') },
    ])
    const { url } = (await site.admin.http.get(`${site.path}/publishing/preview`)).body
    const visitor = { jwtToken: new URL(url).searchParams.get('jwt_token') }
    const { revision, text } = await draw(`${site.url}~/changes/${number}/`, visitor)
    expect(revision.pages.map((page) => page.title)).toContain('Draft')
    expect(text).toContain('The welcome of Handbook.')
    await expect(draw(`${site.url}~/changes/${number}/`)).rejects.toMatchObject({ code: 404 })
  })
})

describe('the profile of a site', () => {
  const build = async (sections: number, variants: number): Promise<TestSite> => {
    const site = await newSite(server, await server.found())
    for (let at = 1; at < sections; at++) {
      const spaceId = await newBook(server, site, `Section ${at}`)
      const section = (await site.admin.http.post(`${site.path}/sections`, { spaceId, title: `S${at}` })).body
      for (let variant = 1; variant < variants; variant++)
        await site.admin.http.post(`${site.path}/site-spaces`, {
          spaceId: await newBook(server, site, `Variant ${at} ${variant}`),
          sectionId: section.id,
        })
    }
    return site
  }

  /** Background queries are counted too, so the minimum of a few runs is used. */
  const countQueries = async (work: () => Promise<unknown>) => {
    const counts: number[] = []
    while (counts.length < 5) {
      const executing = vi.spyOn(server.database.read.getExecutor(), 'executeQuery')
      await work()
      counts.push(executing.mock.calls.length)
      executing.mockRestore()
    }
    return Math.min(...counts)
  }

  test('getPublishedContentSite: takes as many queries for many spaces in ten sections as for one', async () => {
    const [small, large] = [await build(1, 1), await build(10, 5)]
    const read = (site: TestSite) => () => site.admin.http.get(`${site.path}/published`)
    const { body } = await read(large)()
    expect(Object.keys(body.customizations.siteSpaces)).toHaveLength(46)
    expect(body.site.siteSpaces).toBe(46)
    const queries = await countQueries(read(small))
    expect(queries).toBeGreaterThan(0)
    expect(await countQueries(read(large))).toBe(queries)
  })

  test('getPublishedContentSite: members see it before it is published, others do not', async () => {
    const site = await newSite(server, await server.found(), { published: false })
    const { status, body } = await site.admin.http.get(`${site.path}/published`)
    expect([status, body.site.published]).toEqual([200, false])
    const { admin: stranger } = await server.found()
    expect((await stranger.http.get(`${site.path}/published`)).status).toBe(404)
    expect((await site.admin.http.get(`${site.path}/published?shareKey=nothing`)).status).toBe(404)
  })
})
