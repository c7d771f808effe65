import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newBook, newSite, resolve, type TestSite, visit } from '../../../test/support/sites.ts'

const server = startedServer()

const toPage = (site: TestSite, name = 'guide') => ({
  kind: 'site-page',
  siteSpaceId: site.siteSpaces[0],
  pageId: `${name}-${site.spaces[0]}`,
})
const toSpace = (siteSpaceId: string | undefined) => ({ kind: 'site-space', siteSpaceId })

const capturing = (source: unknown) => ({ captureWildcard: String(source).endsWith('*') })

const follow = async (site: TestSite, source: string) => {
  const { status, body } = await site.admin.http.get(`${site.path}/redirect?source=${encodeURIComponent(source)}`)
  return status === 200 ? body.target : status
}

describe('redirects', () => {
  test('createSiteRedirect, listSiteRedirects, updateSiteRedirectById, deleteSiteRedirectById: the life of a redirect', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    const { http } = site.admin
    const all = `${site.path}/redirects`
    const { status, body: created } = await http.post(all, { source: '/old/page', destination: toPage(site) })
    expect(status).toBe(201)
    expect(created).toEqual({
      object: 'site-redirect',
      id: expect.any(String),
      source: '/old/page',
      draft: false,
      captureWildcard: false,
      permanent: false,
      destination: toPage(site),
      createdAt: expect.any(String),
    })
    expect((await http.get(all)).body).toEqual({ count: 1, items: [created] })
    expect(await statusOf(http.post(all, { source: '/old/page', destination: toPage(site) }))).toBe(409)
    const patch = { destination: toSpace(site.siteSpaces[1]) }
    const updated = { ...created, ...patch, updatedAt: expect.any(String) }
    expect((await http.patch(`${all}/${created.id}`, patch)).body).toEqual(updated)
    expect(await follow(site, '/old/page')).toBe(`${site.url}two/`)
    const atPath = { kind: 'path', spaceId: site.spaces[0], path: 'guide' }
    expect((await http.patch(`${all}/${created.id}`, { destination: atPath })).body.destination).toEqual(toPage(site))
    expect(await statusOf(http.delete(`${all}/${created.id}`))).toBe(204)
    expect(await follow(site, '/old/page')).toBe(404)
  })

  test('createSiteRedirect: sources must be paths, destinations must exist', async () => {
    const site = await newSite(server, await server.found())
    const other = await newSite(server, site, { title: 'Other' })
    const refused = [
      { source: 'old', destination: toPage(site) },
      { source: '/', destination: toPage(site) },
      { source: '/a b', destination: toPage(site) },
      { source: '/a/*/b', destination: toPage(site) },
      { source: '/old', destination: toSpace(other.siteSpaces[0]) },
      { source: '/old', destination: { ...toPage(site), pageId: 'nothing' } },
      { source: '/old', destination: { kind: 'site-section', siteSectionId: 'nothing' } },
      { source: '/old', destination: { kind: 'url', url: 'https://example.com/' } },
      { source: '/old', destination: { kind: 'external', url: 'javascript:alert(1)' } },
      { source: '/old', destination: { kind: 'path', spaceId: other.spaces[0], path: 'guide' } },
      { source: '/old', destination: { kind: 'path', spaceId: site.spaces[0], path: 'nothing' } },
      { source: '/old', destination: toPage(site), captureWildcard: true },
    ]
    for (const body of refused)
      expect(await statusOf(site.admin.http.post(`${site.path}/redirects`, body)), JSON.stringify(body)).toBe(400)
  })

  test('getSiteRedirectBySource: follows a page that moves, until it is deleted', async () => {
    const site = await newSite(server, await server.found())
    const [space] = site.spaces as [string]
    await site.admin.http.post(`${site.path}/redirects`, { source: '/old', destination: toPage(site) })
    expect(await follow(site, '/old')).toBe(`${site.url}guide`)
    expect(await follow(site, '/old/')).toBe(`${site.url}guide`)
    const page = `guide-${space}`
    await edit(server, { space }, [{ operation: 'update_page', page, title: 'Manual', slug: 'manual' }])
    expect(await follow(site, '/old')).toBe(`${site.url}manual`)
    await edit(server, { space }, [{ operation: 'delete_page', page }])
    expect(await follow(site, '/old')).toBe(404)
  })

  test('getSiteRedirectBySource: wildcards match everything below a path, the longest first, without cycles', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    const { http } = site.admin
    const [one, two] = site.siteSpaces
    for (const [source, destination] of [
      ['/*', toSpace(one)],
      ['/v1/*', toSpace(two)],
      ['/v1/special/*', toPage(site)],
      ['/v1/exact', toSpace(one)],
    ])
      expect(await statusOf(http.post(`${site.path}/redirects`, { source, destination, ...capturing(source) }))).toBe(
        201,
      )
    expect(await follow(site, '/v1/guide')).toBe(`${site.url}two/guide`)
    expect(await follow(site, '/v1/nothing/here')).toBe(`${site.url}two/`)
    expect(await follow(site, '/v1/special/x')).toBe(`${site.url}guide`)
    expect(await follow(site, '/v1/exact')).toBe(site.url)
    expect(await follow(site, '/elsewhere')).toBe(site.url)
    // Two redirects to each other end at an existing page.
    await http.post(`${site.path}/redirects`, { source: '/two/*', destination: toSpace(one), captureWildcard: true })
    expect(await follow(site, '/two/lost')).toBe(site.url)
  })

  test('getSiteRedirectBySource: visitors are redirected within what they see, at the URL they use', async () => {
    const site = await newSite(server, await server.found(), { visibility: 'share-link', spaces: ['One', 'Two'] })
    const { http } = site.admin
    await http.post(`${site.path}/redirects`, { source: '/old', destination: toSpace(site.siteSpaces[1]) })
    const { urls } = (await http.post(`${site.path}/share-links`, {})).body
    const reader = await visit(server, urls.published)
    const key = urls.published.split('/').at(-2)
    const path = `${site.path}/redirect?source=/old&shareKey=${key}`
    expect((await reader.get(path)).body.target).toBe(`${urls.published}two/`)
    expect(await statusOf(reader.get(`${path}x`))).toBe(404)
    await adapt(site, { beta: { type: 'boolean' } })
    await http.patch(`${site.path}/site-spaces/${site.siteSpaces[1]}`, { condition: 'visitor.claims.beta' })
    expect(await statusOf(reader.get(path))).toBe(404)
  })

  test('getSiteRedirectBySource, resolvePublishedContentByUrl: former paths of pages lead to their current ones', async () => {
    const site = await newSite(server, await server.found())
    const [space] = site.spaces as [string]
    const page = `guide-${space}`
    const document = documentOf('Text')
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'below', title: 'Below', into: page, document },
      { operation: 'insert_page', id: 'other', title: 'Other', document },
    ])
    await edit(server, { space }, [{ operation: 'update_page', page, slug: 'manual' }])
    expect(await follow(site, '/guide')).toBe(`${site.url}manual`)
    expect(await follow(site, '/Guide/below/')).toBe(`${site.url}manual/below`)
    expect(await follow(site, '/manual')).toBe(404)
    expect(await follow(site, '/guide/nothing')).toBe(404)
    await edit(server, { space }, [{ operation: 'update_page', page, slug: 'handbook' }])
    expect(await follow(site, '/guide/below')).toBe(`${site.url}handbook/below`)
    expect((await resolve(server, `${site.url}guide/below`)).body).toEqual({
      target: 'content',
      redirect: `${site.url}handbook/below`,
    })
    const { redirect } = (await site.admin.http.get(`${site.path}/redirect?source=/manual`)).body
    expect(redirect).toMatchObject({ source: '/manual', destination: toPage(site) })
    // Pages take precedence over redirects of the site, and those over former paths.
    await site.admin.http.post(`${site.path}/redirects`, { source: '/guide', destination: toSpace(site.siteSpaces[0]) })
    expect(await follow(site, '/guide')).toBe(site.url)
    await edit(server, { space }, [{ operation: 'insert_page', id: 'again', title: 'Guide', document }])
    expect(await follow(site, '/guide')).toBe(404)
    expect((await resolve(server, `${site.url}guide`)).body).toMatchObject({ pathname: 'guide' })
  })

  test('getSiteRedirectBySource: visitors are not redirected to pages they cannot see', async () => {
    const site = await newSite(server, await server.found())
    const [space] = site.spaces as [string]
    const page = `guide-${space}`
    await adapt(site, { beta: { type: 'boolean' } })
    await edit(server, { space }, [{ operation: 'update_page', page, slug: 'manual' }])
    const reader = await visit(server, site.url)
    const path = `${site.path}/redirect?source=/guide`
    expect((await reader.get(path)).body.target).toBe(`${site.url}manual`)
    await edit(server, { space }, [{ operation: 'update_page', page, condition: 'visitor.claims.beta' }])
    expect(await statusOf(reader.get(path))).toBe(404)
  })

  test('resolvePublishedContentByUrl: redirects apply only where no page exists', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const spaceId = await newBook(server, site, 'API')
    const section = (await http.post(`${site.path}/sections`, { spaceId, title: 'Reference' })).body
    const destination = { kind: 'site-section', siteSectionId: section.id }
    await http.post(`${site.path}/redirects`, { source: '/api', destination })
    await http.post(`${site.path}/redirects`, { source: '/guide', destination })
    expect((await resolve(server, `${site.url}api`)).body).toEqual({
      target: 'content',
      redirect: `${site.url}reference/`,
    })
    expect((await resolve(server, `${site.url}guide`)).body).toMatchObject({ pathname: 'guide' })
  })
})
