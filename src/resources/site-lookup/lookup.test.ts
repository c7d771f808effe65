// @only-sqlite
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { edit } from '../../../test/support/edits.ts'
import { labelOf } from '../../../test/support/names.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newBook, newSite, resolve, vouchFor } from '../../../test/support/sites.ts'

const server = startedServer()

/** The URL of the organization of a site. */
const organizationOf = ({ url }: { url: string }): string => new URL('..', url).href

describe('resolving a URL', () => {
  test('resolvePublishedContentByUrl: a site with one space is complete at its root', async () => {
    const site = await newSite(server, await server.found())
    const root = await resolve(server, site.url)
    expect(root.body).toMatchObject({
      site: site.id,
      siteSpace: site.siteSpaces[0],
      space: site.spaces[0],
      organization: site.organization,
      pathname: '',
      basePath: `${new URL(site.url).pathname}`,
      siteBasePath: `${new URL(site.url).pathname}`,
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

  test('resolvePublishedContentByUrl: variants are below their path, and the root is then incomplete', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    expect((await resolve(server, site.url)).body).toMatchObject({ siteSpace: site.siteSpaces[0], complete: false })
    expect((await resolve(server, `${site.url}two`)).body).toMatchObject({
      siteSpace: site.siteSpaces[1],
      space: site.spaces[1],
      basePath: `${new URL(site.url).pathname}two/`,
      siteBasePath: `${new URL(site.url).pathname}`,
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

  test('resolvePublishedContentByUrl: a page comes before the name of the default space or section', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['Policies'] })
    const space = site.spaces[0]!
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'group', title: 'Policies', slug: 'policies', type: 'group' },
      { operation: 'insert_page', id: 'dmca', title: 'DMCA', slug: 'dmca', into: 'group' },
    ])
    const page = { siteSpace: site.siteSpaces[0], pathname: 'policies/dmca', canonicalUrl: `${site.url}policies/dmca` }
    expect((await resolve(server, `${site.url}policies/dmca`)).body).toMatchObject(page)
    expect((await resolve(server, `${site.url}policies/guide`)).body.redirect).toBe(`${site.url}guide`)
    const other = await newBook(server, site, 'API')
    await site.admin.http.post(`${site.path}/sections`, { spaceId: other, title: 'Reference' })
    const { items } = (await site.admin.http.get(`${site.path}/sections`)).body
    await site.admin.http.patch(`${site.path}/sections/${items[0].id}`, { path: 'policies' })
    expect((await resolve(server, `${site.url}policies/dmca`)).body).toMatchObject(page)
    expect((await resolve(server, `${site.url}policies/guide`)).body.redirect).toBe(`${site.url}guide`)
  })

  test('resolvePublishedContentByUrl: the token is stable until the site changes', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    const { http } = site.admin
    const findState = async () => {
      const [, payload] = (await resolve(server, site.url)).body.apiToken.split('.')
      return JSON.parse(Buffer.from(payload, 'base64url').toString()).state as string
    }
    const known = [await findState()]
    const changes: (() => Promise<unknown>)[] = [
      () => edit(server, { space: site.spaces[0]! }, [{ operation: 'insert_page', id: 'n', title: 'New' }]),
      () => edit(server, { space: site.spaces[1]! }, [{ operation: 'insert_page', id: 'n', title: 'New' }]),
      () => http.patch(site.path, { title: 'Another title' }),
      () => http.put(`${site.path}/customization`, { title: 'A title of its own' }),
      () => http.patch(`/v1/spaces/${site.spaces[0]}`, { title: 'Renamed' }),
      () => http.patch(`${site.path}/site-spaces/${site.siteSpaces[1]}`, { path: 'other' }),
    ]
    for (const change of changes) {
      expect(await findState()).toBe(known.at(-1))
      await change()
      const state = await findState()
      expect(known).not.toContain(state)
      known.push(state)
    }
    await http.post(`/v1/spaces/${site.spaces[0]}/comments`, { body: { markdown: 'Not part of the site.' } })
    expect(await findState()).toBe(known.at(-1))
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
      basePath: `${new URL(site.url).pathname}reference/`,
    })
    expect((await resolve(server, `${site.url}reference/old-api/guide`)).body).toMatchObject({
      siteSection: section.id,
      space: old,
      pathname: 'guide',
      complete: true,
      canonicalUrl: `${site.url}reference/old-api/guide`,
    })
    // The default section is at the root.
    expect((await resolve(server, `${site.url}${structure[0].path}/guide`)).body).toEqual({
      target: 'content',
      redirect: `${site.url}guide`,
    })
  })

  test('resolvePublishedContentByUrl: hostnames, proxies and paths lead to the same site', async () => {
    const site = await newSite(server, await server.found())
    const name = labelOf(site.id)
    const { http } = site.admin
    await vouchFor(server, site, `docs.${name}.example.com`, `${name}.example.com`)
    await http.patch(site.path, { hostname: `docs.${name}.example.com` })
    expect((await resolve(server, `https://docs.${name}.example.com/guide`)).body).toMatchObject({
      site: site.id,
      siteBasePath: '/',
      basePath: '/',
      pathname: 'guide',
    })
    // The server checks the DNS too, and may change the status in between.
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

  test('resolvePublishedContentByUrl: the URL of an organization redirects to its default site', async () => {
    const site = await newSite(server, await server.found())
    expect(await statusOf(resolve(server, organizationOf(site)))).toBe(404)
    await server.database.write((db) =>
      db.updateTable('organizations').set({ default_site_id: site.id }).where('id', '=', site.organization).execute(),
    )
    expect((await resolve(server, organizationOf(site))).body).toEqual({
      target: 'content',
      redirect: site.url,
    })
  })

  test('resolvePublishedContentByUrl: an unpublished site is 404', async () => {
    const site = await newSite(server, await server.found(), { published: false })
    for (const url of [site.url, `${server.url}/`, `${server.url}/v1`, 'https://example.com/'])
      expect(await statusOf(resolve(server, url)), url).toBe(404)
    expect(await statusOf(resolve(server, 'ftp://example.com/'))).toBe(400)
    await site.admin.http.post(`${site.path}/publish`)
    expect(await statusOf(resolve(server, site.url))).toBe(200)
    await site.admin.http.post(`${site.path}/unpublish`)
    expect(await statusOf(resolve(server, site.url))).toBe(404)
  })

  test('getPublishedContentByUrl: returns the same by GET, with a token', async () => {
    const site = await newSite(server, await server.found())
    const { body } = await site.admin.http.get(`/v1/urls/published?url=${encodeURIComponent(site.url)}`)
    expect(body).toEqual((await resolve(server, site.url)).body)
  })

  test('resolvePublishedContentByUrl: a share-link site needs its key', async () => {
    const site = await newSite(server, await server.found(), { visibility: 'share-link', spaces: ['One', 'Two'] })
    const { body: link } = await site.admin.http.post(`${site.path}/share-links`, { name: 'For the board' })
    const { published } = link.urls
    const key = published.split('/').at(-2)
    expect(await statusOf(resolve(server, site.url))).toBe(404)
    expect(await statusOf(resolve(server, `${site.url}guide`))).toBe(404)
    expect((await resolve(server, `${published}two/guide`)).body).toMatchObject({
      shareKey: key,
      siteBasePath: `${new URL(site.url).pathname}${key}/`,
      basePath: `${new URL(site.url).pathname}${key}/two/`,
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
    // The Git integrations link to revisions this way.
    const { app } = (await http.get(`/v1/spaces/${space}`)).body.urls
    expect(app).toBe(`${server.url}/app/spaces/${space}/`)
    expect((await find(`${app}~/diff/~/revisions/x/`)).space.id).toBe(space)
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

  test('getEmbedByUrl, getEmbedByUrlInSpace: frames for known providers, cards for others', async () => {
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
