import { describe, expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { labelOf } from '../../../test/support/names.ts'
import { startedServer } from '../../../test/support/server.ts'
import { vouchFor } from '../../../test/support/sites.ts'

const server = startedServer()

const scene = async () => {
  const { organization, admin } = await server.found()
  return { organization, admin, sites: `/v1/orgs/${organization}/sites` }
}

describe('sites', () => {
  test('getSiteById: says what the caller may do, by role in the organization or on the site', async () => {
    const { organization, admin, sites } = await scene()
    const { body: site } = await admin.http.post(sites, { title: 'Docs', spaces: 'empty' })
    const reader = await enter(server, { organization, admin }, 'read')
    const permissions = async () => (await reader.http.get(`${sites}/${site.id}`)).body.permissions
    expect(await permissions()).toEqual({ view: true, admin: false })
    await admin.http.post(`${sites}/${site.id}/permissions`, { role: 'create', users: [reader.id] })
    expect(await permissions()).toEqual({ view: true, admin: true })
  })

  test('createSite, getSiteById, listSites, updateSiteById, deleteSiteById: the life of a site', async () => {
    const { organization, admin, sites } = await scene()
    const one = await createSpace({ organization, admin }, { title: 'One' })
    const two = await createSpace({ organization, admin }, { title: 'Two' })
    const created = await admin.http.post(sites, { title: 'Our Docs', spaces: [two.id, one.id] })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      type: 'basic',
      title: 'Our Docs',
      basename: 'our-docs',
      visibility: 'public',
      published: false,
      siteSpaces: 2,
    })
    expect(created.body.urls.published).toBeUndefined()
    const site = `${sites}/${created.body.id}`
    expect((await admin.http.get(site)).body).toEqual(created.body)
    const { permissions, ...listed } = created.body
    expect(permissions).toEqual({ view: true, admin: true })
    expect((await admin.http.get(sites)).body).toEqual({ count: 1, items: [listed] })
    const { body: updated } = await admin.http.patch(site, { title: 'Docs', basename: 'docs', visibility: 'unlisted' })
    expect(updated).toEqual({ ...created.body, title: 'Docs', basename: 'docs', visibility: 'unlisted' })
    expect(await statusOf(admin.http.delete(site))).toBe(204)
    expect(await statusOf(admin.http.get(site))).toBe(404)
    expect(await statusOf(admin.http.get(`/v1/spaces/${one.id}`))).toBe(200)
  })

  test('publishSite, unpublishSite: only a site with spaces can be published; its URL is then shown', async () => {
    const { organization, admin, sites } = await scene()
    const { hostname } = (await admin.http.get(`/v1/orgs/${organization}`)).body
    const { body: bare } = await admin.http.post(sites, {})
    expect(await statusOf(admin.http.post(`${sites}/${bare.id}/publish`))).toBe(412)
    const { body: site } = await admin.http.post(sites, { title: 'Docs', spaces: 'sample' })
    const { body: published } = await admin.http.post(`${sites}/${site.id}/publish`)
    expect(published.published).toBe(true)
    expect(published.urls.published).toBe(`${server.url}/${hostname}/docs/`)
    const { body: unpublished } = await admin.http.post(`${sites}/${site.id}/unpublish`)
    expect(unpublished).toEqual({ ...site, siteSpaces: 1 })
  })

  test('createSite: takes a name in addresses, unless another site has it', async () => {
    const { admin, sites } = await scene()
    expect((await admin.http.post(sites, { title: 'Docs', basename: 'guides' })).body.basename).toBe('guides')
    expect(await statusOf(admin.http.post(sites, { title: 'More', basename: 'guides' }))).toBe(409)
    expect(await statusOf(admin.http.post(sites, { title: 'More', basename: 'a/b' }))).toBe(400)
  })

  test('listSites: filters by space, title, published and type', async () => {
    const { organization, admin, sites } = await scene()
    const space = await createSpace({ organization, admin }, { title: 'Space' })
    const { body: a } = await admin.http.post(sites, { title: 'Alpha docs', spaces: [space.id] })
    const { body: b } = await admin.http.post(sites, { title: 'Beta docs', type: 'premium', spaces: 'empty' })
    const { body: c } = await admin.http.post(sites, { title: 'Gamma', type: 'ultimate' })
    await admin.http.post(`${sites}/${b.id}/publish`)
    const found = async (query: string) =>
      (await admin.http.get(`${sites}?${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await found(`space=${space.id}`)).toEqual([a.id])
    expect(await found('title=DOCS')).toEqual([a.id, b.id])
    expect(await found('published=true')).toEqual([b.id])
    expect(await found('published=false')).toEqual([a.id, c.id])
    expect(await found('type=premium&type=ultimate')).toEqual([b.id, c.id])
    expect(await found('type=basic&title=gamma')).toEqual([])
  })

  test('createSite: basenames are derived from titles and unique', async () => {
    const { admin, sites } = await scene()
    const basenames = []
    for (const title of ['Docs', 'Docs', 'docs!'])
      basenames.push((await admin.http.post(sites, { title })).body.basename)
    expect(basenames).toEqual(['docs', 'docs-1', 'docs-2'])
  })

  test('updateSiteById: hostnames, proxies and basenames are unique', async () => {
    const { admin, sites } = await scene()
    const { body: one } = await admin.http.post(sites, { title: 'One', spaces: 'empty' })
    const { body: two } = await admin.http.post(sites, { title: 'Two' })
    const host = `docs.${labelOf(one.id)}.example.com`
    const proxy = `${labelOf(one.id)}.example.com/docs`
    await admin.http.post(`${sites}/${one.id}/publish`)
    await vouchFor(server, one, host, `${labelOf(one.id)}.example.com`)
    const { body: hosted } = await admin.http.patch(`${sites}/${one.id}`, { hostname: host })
    expect(hosted).toMatchObject({ hostname: host, urls: { published: `http://${host}/` } })
    const { body: proxied } = await admin.http.patch(`${sites}/${one.id}`, { proxy })
    expect(proxied.proxy).toEqual({ origin: proxy, target: `http://${host}/` })
    expect(proxied.urls.published).toBe(`https://${proxy}/`)
    for (const body of [{ hostname: host }, { proxy }, { basename: 'one' }]) {
      expect(await statusOf(admin.http.patch(`${sites}/${two.id}`, body))).toBe(409)
    }
    await admin.http.patch(`${sites}/${one.id}`, { hostname: null, proxy: null })
    expect(await statusOf(admin.http.patch(`${sites}/${two.id}`, { hostname: host, proxy }))).toBe(200)
  })

  test('getSiteById, createSite: members see all sites, guests only those with content for them', async () => {
    const { organization, admin, sites } = await scene()
    const secret = await createSpace({ organization, admin }, { title: 'Secret' })
    await admin.http.patch(`/v1/spaces/${secret.id}`, { defaultLevel: null })
    const { body: site } = await admin.http.post(sites, { title: 'Docs', spaces: [secret.id] })
    const reader = await enter(server, { organization, admin }, 'read')
    const creator = await enter(server, { organization, admin }, 'create')
    const guest = await enter(server, { organization, admin }, null)
    expect(await statusOf(reader.http.get(`${sites}/${site.id}`))).toBe(200)
    expect(await statusOf(reader.http.patch(`${sites}/${site.id}`, {}))).toBe(403)
    expect(await statusOf(guest.http.get(`${sites}/${site.id}`))).toBe(404)
    expect((await guest.http.get(sites)).body.items).toEqual([])
    // Publishing a space requires access to it.
    expect(await statusOf(creator.http.post(sites, { spaces: [secret.id] }))).toBe(404)
    await admin.http.post(`/v1/spaces/${secret.id}/permissions`, { role: 'read', users: [guest.id, creator.id] })
    expect(await statusOf(guest.http.get(`${sites}/${site.id}`))).toBe(200)
    expect((await guest.http.get(sites)).body.count).toBe(1)
    expect(await statusOf(creator.http.post(sites, { spaces: [secret.id] }))).toBe(403)
  })
})
