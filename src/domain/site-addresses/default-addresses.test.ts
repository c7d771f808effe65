// Default addresses of sites: named after titles, and former ones lead to the present ones.
import { expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, resolve, type TestSite, vouchFor } from '../../../test/support/sites.ts'
import { createUrls } from '../../server/urls.ts'
import { followTitle, nameOrganizations } from '../people/index.ts'

const server = startedServer()

const get = (url: string) => fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })

async function leadsTo(from: string, to: string): Promise<void> {
  expect([(await get(from)).status, (await get(from)).headers.get('location')], from).toEqual([307, to])
  expect((await resolve(server, from)).body, from).toEqual({ target: 'content', redirect: to })
}

const organizationOf = ({ organization }: TestSite) => `/v1/orgs/${organization}`

const rename = (site: TestSite, hostname: string) => site.admin.http.patch(organizationOf(site), { hostname })

test.each([
  ['Müller & Söhne', 'mueller-and-soehne'],
  ['Docs', 'docs-1'],
  ['3M', '3m-docs'],
  ['!?', 'organization'],
  ['A very long title of an organization indeed', 'a-very-long-title-of-an-or'],
])('an organization called %s is at /%s', async (title, hostname) => {
  const { admin } = await server.found()
  const { body } = await admin.http.post('/v1/orgs', { title })
  expect(body.hostname).toBe(hostname)
  const { body: namesake } = await admin.http.post('/v1/orgs', { title })
  expect(namesake.hostname).not.toBe(hostname)
  expect(namesake.hostname).toMatch(/^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/)
})

test('a new title changes no address', async () => {
  const site = await newSite(server, await server.found())
  await site.admin.http.patch(organizationOf(site), { title: 'New name' })
  const { body } = await site.admin.http.patch(site.path, { title: 'New title' })
  expect(body.urls.published).toBe(site.url)
  expect((await get(site.url)).status).toBe(200)
  // Crawlers look for it at the root of the host.
  expect(await (await get(`${server.url}/robots.txt`)).text()).toContain(`Sitemap: ${site.url}sitemap.xml\n`)
})

test('the address with the id of the organization, and other spellings, lead to the site', async () => {
  const site = await newSite(server, await server.found())
  await leadsTo(`${server.url}/${site.organization}/docs/guide?a=b`, `${site.url}guide?a=b`)
  const { pathname } = new URL(site.url)
  await leadsTo(`${server.url}${pathname.toUpperCase()}guide`, `${site.url}guide`)
})

test('former names of an organization and of a site lead to the site, and stay its own', async () => {
  const site = await newSite(server, await server.found())
  const other = await newSite(server, await server.found())
  expect(await statusOf(rename(site, 'the-first'))).toBe(200)
  await leadsTo(`${site.url}guide`, `${server.url}/the-first/docs/guide`)
  expect((await site.admin.http.patch(site.path, { basename: 'manual' })).status).toBe(200)
  const present = `${server.url}/the-first/manual/guide`
  await leadsTo(`${site.url}guide`, present)
  await leadsTo(`${server.url}/the-first/docs/guide`, present)
  const { pathname } = new URL(site.url)
  const former = pathname.split('/')[1]!
  expect(await statusOf(rename(other, former))).toBe(409)
  expect(await statusOf(rename(site, former))).toBe(200)
  await leadsTo(present, `${server.url}/${former}/manual/guide`)
})

test('another site of the organization may take a former basename', async () => {
  const site = await newSite(server, await server.found())
  await site.admin.http.patch(site.path, { basename: 'manual' })
  const next = await newSite(server, site)
  expect(next.url).toBe(site.url)
  expect((await resolve(server, `${site.url}guide`)).body).toMatchObject({ site: next.id })
  await next.admin.http.patch(next.path, { basename: 'news' })
  await leadsTo(`${site.url}guide`, site.url.replace(/docs\/$/, 'news/guide'))
})

test('an address that the proxy of a site asks for is served', async () => {
  const site = await newSite(server, await server.found())
  const host = `${site.id.toLowerCase()}.example.com`
  await site.admin.http.patch(site.path, { proxy: `${host}/docs` })
  await vouchFor(server, site, host)
  expect((await get(`${server.url}/${site.organization}/docs/guide`)).status).toBe(200)
})

test('organizations of before are named by the server', async () => {
  const site = await newSite(server, await server.found())
  await server.database.write((db) =>
    db.updateTable('organizations').set({ hostname: null }).where('id', '=', site.organization).execute(),
  )
  expect((await get(`${server.url}/${site.organization}/docs/guide`)).status).toBe(200)
  await nameOrganizations(server.database, createUrls(server.url))
  const { hostname } = (await site.admin.http.get(organizationOf(site))).body
  expect(hostname).toMatch(/^another-organization/)
  await leadsTo(`${server.url}/${site.organization}/docs/guide`, `${server.url}/${hostname}/docs/guide`)
})

test('the first admin names the organization in its addresses, too, unless somebody chose a name', async () => {
  const site = await newSite(server, await server.found())
  const other = await newSite(server, await server.found())
  const urls = createUrls(server.url)
  const setUp = (id: string, title: string) =>
    server.database.write(async (db) => {
      const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await followTitle(db, row, title, urls)
    })
  const hostnameOf = async (at: TestSite) => (await at.admin.http.get(organizationOf(at))).body.hostname
  await site.admin.http.patch(organizationOf(site), { title: 'Fresh start', hostname: 'fresh-start' })
  const { body: fresh } = await site.admin.http.get(site.path)
  await setUp(site.organization, 'Ferry Works')
  expect(await hostnameOf(site)).toBe('ferry-works')
  await leadsTo(`${fresh.urls.published}guide`, `${server.url}/ferry-works/docs/guide`)
  await rename(other, 'chosen')
  await setUp(other.organization, 'Ferry Works')
  expect(await hostnameOf(other)).toBe('chosen')
})
