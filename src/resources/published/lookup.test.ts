import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { labelOf } from '../../../test/support/names.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newBook, newSite, resolve } from '../../../test/support/sites.ts'

const server = startedServer()

describe('what an address leads to', () => {
  test('resolvePublishedContentByUrl: a site with one space is complete at its root', async () => {
    const site = await newSite(server, await server.found())
    const root = await resolve(server, site.url)
    expect(root.body).toMatchObject({
      site: site.id,
      siteSpace: site.siteSpaces[0],
      space: site.spaces[0],
      organization: site.organization,
      pathname: '',
      basePath: `/${site.organization}/docs/`,
      siteBasePath: `/${site.organization}/docs/`,
      complete: true,
      canonicalUrl: site.url,
    })
    expect(root.body).not.toHaveProperty('contextId')
    const [, payload] = root.body.apiToken.split('.')
    const token = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(token).toMatchObject({ kind: 'site', site: site.id, space: site.spaces[0] })
    expect(token.exp * 1000).toBeGreaterThan(Date.now() + 300_000)
    const deep = await resolve(server, `${site.url}guide/deeper?x=1`)
    expect(deep.body).toMatchObject({
      pathname: 'guide/deeper',
      complete: true,
      canonicalUrl: `${site.url}guide/deeper`,
    })
  })

  test('resolvePublishedContentByUrl: variants are below their path, and the root is not complete then', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    expect((await resolve(server, site.url)).body).toMatchObject({ siteSpace: site.siteSpaces[0], complete: false })
    expect((await resolve(server, `${site.url}two`)).body).toMatchObject({
      siteSpace: site.siteSpaces[1],
      space: site.spaces[1],
      basePath: `/${site.organization}/docs/two/`,
      siteBasePath: `/${site.organization}/docs/`,
      pathname: '',
      complete: true,
    })
    expect((await resolve(server, `${site.url}two/guide`)).body).toMatchObject({ pathname: 'guide', complete: true })
    expect((await resolve(server, `${site.url}guide`)).body).toMatchObject({
      siteSpace: site.siteSpaces[0],
      pathname: 'guide',
      complete: true,
    })
    expect((await resolve(server, `${site.url}one/guide`)).body).toEqual({
      target: 'content',
      redirect: `${site.url}guide`,
    })
  })

  test('resolvePublishedContentByUrl: sections come first, then their variants', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const [api, old] = [await newBook(server, site, 'API'), await newBook(server, site, 'Old API')]
    const section = (await http.post(`${site.path}/sections`, { spaceId: api, title: 'Reference' })).body
    await http.post(`${site.path}/site-spaces`, { spaceId: old, sectionId: section.id })
    const { structure } = (await http.get(`${site.path}/structure`)).body
    expect((await resolve(server, site.url)).body).toMatchObject({
      siteSection: structure[0].id,
      space: site.spaces[0],
      complete: false,
    })
    expect((await resolve(server, `${site.url}guide`)).body).toMatchObject({ pathname: 'guide', complete: true })
    expect((await resolve(server, `${site.url}reference`)).body).toMatchObject({
      siteSection: section.id,
      space: api,
      complete: false,
      basePath: `/${site.organization}/docs/reference/`,
    })
    expect((await resolve(server, `${site.url}reference/old-api/guide`)).body).toMatchObject({
      siteSection: section.id,
      space: old,
      pathname: 'guide',
      complete: true,
      canonicalUrl: `${site.url}reference/old-api/guide`,
    })
    // The default section stands at the root.
    expect((await resolve(server, `${site.url}${structure[0].path}/guide`)).body).toEqual({
      target: 'content',
      redirect: `${site.url}guide`,
    })
  })

  test('resolvePublishedContentByUrl: hostnames, proxies and paths lead to the same site', async () => {
    const site = await newSite(server, await server.found())
    const name = labelOf(site.id)
    const { http } = site.admin
    await http.patch(site.path, { hostname: `docs.${name}.example.com` })
    expect((await resolve(server, `https://docs.${name}.example.com/guide`)).body).toMatchObject({
      site: site.id,
      siteBasePath: '/',
      basePath: '/',
      pathname: 'guide',
    })
    // The server looks the hostname up as well, and may say otherwise in between.
    const resolvePassed = async () => {
      await server.database.write((db) =>
        db.updateTable('sites').set({ hostname_status: 'dns_passed' }).where('id', '=', site.id).execute(),
      )
      return (await resolve(server, `${site.url}guide?jwt_token=x`)).body
    }
    await expect.poll(resolvePassed).toEqual({
      target: 'content',
      redirect: `http://docs.${name}.example.com/guide?jwt_token=x`,
    })
    await http.patch(site.path, { hostname: null, proxy: `${name}.example.com/help/docs` })
    expect((await resolve(server, `https://${name}.example.com/help/docs/guide`)).body).toMatchObject({
      site: site.id,
      siteBasePath: '/help/docs/',
      pathname: 'guide',
      canonicalUrl: `https://${name}.example.com/help/docs/guide`,
    })
    expect((await resolve(server, `${site.url}guide`)).body).toMatchObject({ pathname: 'guide' })
    expect(await statusOf(resolve(server, `https://${name}.example.com/help`))).toBe(404)
  })

  test('resolvePublishedContentByUrl: the address of an organization leads to its default site', async () => {
    const site = await newSite(server, await server.found())
    expect(await statusOf(resolve(server, `${server.url}/${site.organization}/`))).toBe(404)
    await server.database.write((db) =>
      db.updateTable('organizations').set({ default_site_id: site.id }).where('id', '=', site.organization).execute(),
    )
    expect((await resolve(server, `${server.url}/${site.organization}/`)).body).toEqual({
      target: 'content',
      redirect: site.url,
    })
  })

  test('resolvePublishedContentByUrl: what is not published is not there', async () => {
    const site = await newSite(server, await server.found(), { published: false })
    for (const url of [site.url, `${server.url}/`, `${server.url}/v1`, 'https://example.com/'])
      expect(await statusOf(resolve(server, url)), url).toBe(404)
    expect(await statusOf(resolve(server, 'ftp://example.com/'))).toBe(400)
    await site.admin.http.post(`${site.path}/publish`)
    expect(await statusOf(resolve(server, site.url))).toBe(200)
    await site.admin.http.post(`${site.path}/unpublish`)
    expect(await statusOf(resolve(server, site.url))).toBe(404)
  })

  test('getPublishedContentByUrl: answers the same by GET, with a token', async () => {
    const site = await newSite(server, await server.found())
    const { body } = await site.admin.http.get(`/v1/urls/published?url=${encodeURIComponent(site.url)}`)
    expect(body).toEqual((await resolve(server, site.url)).body)
  })

  test('resolvePublishedContentByUrl: share links, and nothing without one', async () => {
    const site = await newSite(server, await server.found(), { visibility: 'share-link', spaces: ['One', 'Two'] })
    const { body: link } = await site.admin.http.post(`${site.path}/share-links`, { name: 'For the board' })
    const { published } = link.urls
    const key = published.split('/').at(-2)
    expect(await statusOf(resolve(server, site.url))).toBe(404)
    expect(await statusOf(resolve(server, `${site.url}guide`))).toBe(404)
    expect((await resolve(server, `${published}two/guide`)).body).toMatchObject({
      shareKey: key,
      siteBasePath: `/${site.organization}/docs/${key}/`,
      basePath: `/${site.organization}/docs/${key}/two/`,
      pathname: 'guide',
      canonicalUrl: `${published}two/guide`,
    })
    await site.admin.http.patch(`${site.path}/share-links/${link.id}`, { active: false })
    expect(await statusOf(resolve(server, published))).toBe(404)
  })
})

describe('addresses of content', () => {
  test('getContentByUrl: spaces, pages, change requests and collections, in the app and on sites', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const [space] = site.spaces
    const find = async (url: string) => (await http.get(`/v1/urls/content?url=${encodeURIComponent(url)}`)).body
    expect((await find(site.url)).space.id).toBe(space)
    const page = (await find(`${site.url}guide`)).page
    expect(page).toMatchObject({ title: 'Guide', path: 'guide' })
    expect((await find(`${server.url}/app/spaces/${space}/pages/${page.id}`)).page.id).toBe(page.id)
    const { number } = (await http.post(`/v1/spaces/${space}/change-requests`, {})).body
    expect((await find(`${server.url}/app/spaces/${space}/change-requests/${number}`)).changeRequest.number).toBe(
      number,
    )
    const collection = (await http.post(`/v1/orgs/${site.organization}/collections`, { title: 'Shelf' })).body
    expect((await find(collection.urls.app)).collection.id).toBe(collection.id)
    const { admin: stranger } = await server.found()
    for (const url of [site.url, `${server.url}/app/spaces/${space}`, 'https://example.com/'])
      expect(await statusOf(stranger.http.get(`/v1/urls/content?url=${encodeURIComponent(url)}`)), url).toBe(404)
  })

  test('getEmbedByUrl, getEmbedByUrlInSpace: frames for those that offer one, cards for others', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const embed = async (url: string) => (await http.get(`/v1/urls/embed?url=${encodeURIComponent(url)}`)).body
    expect(await embed('https://www.youtube.com/watch?v=abcdefghijk&t=1')).toMatchObject({
      type: 'rich',
      site: 'YouTube',
      html: expect.stringContaining('https://www.youtube-nocookie.com/embed/abcdefghijk"'),
    })
    expect(await embed('https://www.youtube.com/watch?v=%22%3E%3Cscript%3E')).toMatchObject({ type: 'link' })
    expect(await embed('https://example.com/a/my-first_post.html')).toEqual({
      type: 'link',
      title: 'my first post',
      site: 'example.com',
    })
    const { body } = await http.get(
      `/v1/spaces/${site.spaces[0]}/embed?url=${encodeURIComponent('https://vimeo.com/12345')}`,
    )
    expect(body.html).toContain('https://player.vimeo.com/video/12345')
  })
})
