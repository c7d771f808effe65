import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newBook, newSite, resolve, type TestSite, visit } from '../../../test/support/sites.ts'

const server = startedServer()

const toPage = (site: TestSite, name = 'guide') => ({
  kind: 'site-page',
  siteSpaceId: site.siteSpaces[0],
  pageId: `${name}-${site.spaces[0]}`,
})
const toSpace = (siteSpaceId: string | undefined) => ({ kind: 'site-space', siteSpaceId })

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
    expect(created).toMatchObject({ object: 'site-redirect', source: '/old/page', destination: toPage(site) })
    expect((await http.get(all)).body).toEqual({ count: 1, items: [created] })
    expect(await statusOf(http.post(all, { source: '/old/page', destination: toPage(site) }))).toBe(409)
    const patch = { destination: toSpace(site.siteSpaces[1]) }
    expect((await http.patch(`${all}/${created.id}`, patch)).body).toEqual({ ...created, ...patch })
    expect(await follow(site, '/old/page')).toBe(`${site.url}two/`)
    expect(await statusOf(http.delete(`${all}/${created.id}`))).toBe(204)
    expect(await follow(site, '/old/page')).toBe(404)
  })

  test('createSiteRedirect: sources are paths, destinations are there', async () => {
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
    ]
    for (const body of refused)
      expect(await statusOf(site.admin.http.post(`${site.path}/redirects`, body)), JSON.stringify(body)).toBe(400)
  })

  test('getSiteRedirectBySource: follows a page wherever it goes, until it is gone', async () => {
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

  test('getSiteRedirectBySource: everything below a path, the nearest first, never in a circle', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    const { http } = site.admin
    const [one, two] = site.siteSpaces
    for (const [source, destination] of [
      ['/*', toSpace(one)],
      ['/v1/*', toSpace(two)],
      ['/v1/special/*', toPage(site)],
      ['/v1/exact', toSpace(one)],
    ])
      expect(await statusOf(http.post(`${site.path}/redirects`, { source, destination }))).toBe(201)
    expect(await follow(site, '/v1/guide')).toBe(`${site.url}two/guide`)
    expect(await follow(site, '/v1/nothing/here')).toBe(`${site.url}two/`)
    expect(await follow(site, '/v1/special/x')).toBe(`${site.url}guide`)
    expect(await follow(site, '/v1/exact')).toBe(site.url)
    expect(await follow(site, '/elsewhere')).toBe(site.url)
    // Two that lead to each other end at something that is there.
    await http.post(`${site.path}/redirects`, { source: '/two/*', destination: toSpace(one) })
    expect(await follow(site, '/two/lost')).toBe(site.url)
  })

  test('getSiteRedirectBySource: visitors are led to what they see, under the address they use', async () => {
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

  test('resolvePublishedContentByUrl: redirects where there is no page, and only there', async () => {
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
