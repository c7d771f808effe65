// Batches of redirects, drafts, and redirects to external URLs.
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, resolve, type TestSite } from '../../../test/support/sites.ts'

const server = startedServer()

const newest = async (options: object = {}) => {
  const site = await newSite(server, await server.found(), options)
  const all = `${site.path}/redirects`
  const put = async (...redirects: object[]) => (await site.admin.http.put(all, { redirects })).body.results
  const list = async (query = '') => (await site.admin.http.get(`${all}?${query}`)).body.items
  return { site, all, put, list, http: site.admin.http }
}

const follow = async (site: TestSite, source: string) => {
  const { status, body } = await site.admin.http.get(`${site.path}/redirect?source=${encodeURIComponent(source)}`)
  return status === 200 ? body.target : status
}

const external = (url = 'https://example.com/docs') => ({ kind: 'external', url })
const sourcesOf = (items: { source: string }[]) => items.map(({ source }) => source)

describe('redirects by the batch', () => {
  test('bulkUpsertSiteRedirects: creates, updates and deletes by source, and reports failures', async () => {
    const { site, put, list, http } = await newest()
    const atGuide = { kind: 'path', spaceId: site.spaces[0], path: '/guide/' }
    const first = await put(
      { source: '/a', destination: external(), permanent: true },
      { source: '/b', destination: atGuide },
      { source: '/c', destination: { ...atGuide, path: 'nothing' } },
      { source: '/d', destination: null },
      { source: '/e', destination: external(), captureWildcard: true },
    )
    expect(first).toEqual([
      { status: 'created', source: '/a', draft: false, id: expect.any(String) },
      { status: 'created', source: '/b', draft: false, id: expect.any(String) },
      { status: 'error', source: '/c', draft: false, error: expect.stringContaining('destination.path') },
      { status: 'error', source: '/d', draft: false, error: expect.stringContaining('no live redirect') },
      { status: 'error', source: '/e', draft: false, error: expect.stringContaining('captureWildcard') },
    ])
    const page = { kind: 'site-page', siteSpaceId: site.siteSpaces[0], pageId: `guide-${site.spaces[0]}` }
    expect(await list()).toMatchObject([
      { source: '/a', destination: external(), permanent: true },
      { source: '/b', destination: page, permanent: false },
    ])
    const second = await put({ source: '/a', destination: page }, { source: '/b', destination: null })
    expect(second).toEqual([
      { ...first[0], status: 'updated' },
      { status: 'deleted', source: '/b', draft: false },
    ])
    // Omitted fields stay unchanged.
    expect(await list()).toMatchObject([{ id: first[0].id, destination: page, permanent: true }])
    const { items: events } = (await http.get(`/v1/orgs/${site.organization}/audit-events?limit=2`)).body
    expect(JSON.stringify(events)).toContain('site.redirects.updated')
  })

  test('bulkUpsertSiteRedirects: in order, even for the same source', async () => {
    const { put, list } = await newest()
    const statuses = await put(
      { source: '/a', destination: external() },
      { source: '/a', destination: external('https://example.com/2') },
      { source: '/a', destination: null },
      { source: '/a', intent: 'draft', destination: external('https://example.com/3') },
      { source: '/a', intent: 'publish' },
    )
    expect(statuses.map(({ status }: { status: string }) => status)).toEqual([
      'created',
      'updated',
      'deleted',
      'created',
      'published',
    ])
    expect(await list()).toMatchObject([{ destination: external('https://example.com/3') }])
  })

  test('bulkUpsertSiteRedirects: a draft has no effect until it replaces the live one', async () => {
    const { site, all, put, list, http } = await newest()
    await put({ source: '/a', destination: external() })
    const [draft] = await put({ source: '/a', intent: 'draft', destination: external('https://example.com/new') })
    expect(draft).toMatchObject({ status: 'created', draft: true })
    expect(await follow(site, '/a')).toBe('https://example.com/docs')
    expect(await list('draft=true')).toMatchObject([{ id: draft.id, draft: true }])
    expect(await statusOf(http.patch(`${all}/${draft.id}`, { draft: false }))).toBe(409)
    expect(await put({ source: '/a', intent: 'publish' }, { source: '/a', intent: 'publish' })).toEqual([
      { status: 'published', source: '/a', draft: false, id: draft.id },
      { status: 'error', source: '/a', draft: false, error: expect.stringContaining('no draft') },
    ])
    expect(await follow(site, '/a')).toBe('https://example.com/new')
    expect(await list()).toMatchObject([{ id: draft.id, draft: false }])
    expect(await list('draft=true')).toEqual([])
  })

  test('bulkUpsertSiteRedirects: reports every invalid field', async () => {
    const { all, http } = await newest()
    const redirects = [{ source: 'a', destination: external() }, { source: '/a' }, { source: '/a', intent: 'later' }]
    const { status, body } = await http.put(all, { redirects })
    expect(status).toBe(400)
    const paths = body.error.issues.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['redirects.0.source', 'redirects.1.destination', 'redirects.2.intent']),
    )
    expect(await statusOf(http.put(all, { redirects: [] }))).toBe(400)
  })

  test('listSiteRedirects: by text and in the requested order', async () => {
    const { put, list, http, all } = await newest()
    await put(...['/b', '/a', '/c/More'].map((source) => ({ source, destination: external() })))
    expect(sourcesOf(await list())).toEqual(['/b', '/a', '/c/More'])
    expect(sourcesOf(await list('orderBy=source'))).toEqual(['/a', '/b', '/c/More'])
    expect(sourcesOf(await list('search=MORE'))).toEqual(['/c/More'])
    expect(await list('search=%25')).toEqual([])
    await put({ source: '/b', destination: external('https://example.com/2') })
    expect(sourcesOf(await list('orderBy=updatedAt')).at(-1)).toBe('/b')
    const { body } = await http.get(`${all}?orderBy=source&limit=2`)
    expect(sourcesOf(await list(`orderBy=source&limit=2&page=${body.next.page}`))).toEqual(['/c/More'])
  })
})

describe('redirects out of the site', () => {
  test('getSiteRedirectBySource: appends the captured rest only if captureWildcard is set', async () => {
    const { site, put } = await newest()
    await put(
      { source: '/old/*', destination: external(), captureWildcard: true },
      { source: '/v*', destination: external('https://example.com/v/?a=1'), captureWildcard: true },
      { source: '/plain*', destination: external() },
    )
    expect(await follow(site, '/old')).toBe('https://example.com/docs')
    expect(await follow(site, '/old//a/b%20c/')).toBe('https://example.com/docs/a/b%20c')
    expect(await follow(site, '/old/../../x')).toBe('https://example.com/docs')
    expect(await follow(site, '/old/a?b#c')).toBe('https://example.com/docs/a%3Fb%23c')
    expect(await follow(site, '/v2/api')).toBe('https://example.com/v/2/api?a=1')
    expect(await follow(site, '/plainly/said')).toBe('https://example.com/docs')
    expect(await follow(site, '/olden')).toBe(404)
  })

  test('getSiteRedirectBySource: the captured rest can lead below a page', async () => {
    const { site, put } = await newest({ spaces: ['One', 'Two'] })
    const [, two] = site.siteSpaces
    const [, space] = site.spaces as [string, string]
    const into = `guide-${space}`
    await edit(server, { space }, [{ operation: 'insert_page', id: 'below', title: 'Below', into }])
    await put(
      { source: '/x/*', destination: { kind: 'site-space', siteSpaceId: two }, captureWildcard: true },
      { source: '/y/*', destination: { kind: 'site-space', siteSpaceId: two } },
      { source: '/z*', destination: { kind: 'site-page', siteSpaceId: two, pageId: into }, captureWildcard: true },
    )
    expect(await follow(site, '/x/guide')).toBe(`${site.url}two/guide`)
    expect(await follow(site, '/x/nothing')).toBe(`${site.url}two/`)
    expect(await follow(site, '/y/guide')).toBe(`${site.url}two/`)
    expect(await follow(site, '/z/below')).toBe(`${site.url}two/guide/below`)
    expect(await follow(site, '/z/nothing')).toBe(`${site.url}two/guide`)
  })

  test('resolvePublishedContentByUrl: redirects to external URLs without the query string', async () => {
    const { site, put } = await newest()
    await put({ source: '/away', destination: external() })
    expect((await resolve(server, `${site.url}away?jwt_token=secret`)).body).toEqual({
      target: 'external',
      redirect: 'https://example.com/docs',
    })
  })
})
