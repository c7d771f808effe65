import { expect, test } from 'vitest'
import { createSpace, enter, statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

async function scene() {
  const { organization, admin } = await server.found()
  const space = await createSpace({ organization, admin }, { title: 'Guide' })
  const { body } = await admin.http.post(`/v1/orgs/${organization}/sites`, {
    title: 'Docs',
    visibility: 'share-link',
    spaces: [space.id],
  })
  return { organization, admin, space, siteId: body.id, site: `/v1/orgs/${organization}/sites/${body.id}` }
}

const keyIn = (link: { urls: { published: string } }) => link.urls.published.split('/').at(-2)!

test('createSiteShareLink, listSiteShareLinks, updateSiteShareLinkById, deleteSiteShareLinkById: a link and its secret', async () => {
  const { admin, site, siteId } = await scene()
  const { status, body: link } = await admin.http.post(`${site}/share-links`, { name: 'For partners' })
  expect([status, link.name, link.active, link.urls]).toEqual([201, 'For partners', true, {}])
  await admin.http.post(`${site}/publish`)
  const { body: list } = await admin.http.get(`${site}/share-links`)
  const [shown] = list.items
  expect(shown.urls.published).toMatch(new RegExp(`^${server.url}/another-organization[-0-9]*/docs/[0-9A-Za-z]{22}/$`))
  const rows = await server.database.read.selectFrom('share_links').selectAll().where('site_id', '=', siteId).execute()
  expect(JSON.stringify(rows)).not.toContain(keyIn(shown))
  const { body: renamed } = await admin.http.patch(`${site}/share-links/${link.id}`, { name: 'Others', active: false })
  expect(renamed).toEqual({ ...shown, name: 'Others', active: false })
  const { body: nameless } = await admin.http.post(`${site}/share-links`)
  expect(keyIn(nameless)).not.toBe(keyIn(shown))
  expect(await statusOf(admin.http.delete(`${site}/share-links/${link.id}`))).toBe(204)
  expect((await admin.http.get(`${site}/share-links`)).body).toEqual({ count: 1, items: [nameless] })
})

test('getSiteStructure, listSiteSpaces, listSiteSections, getSpaceById: an active share key gives URLs with that key', async () => {
  const { admin, site, space } = await scene()
  await admin.http.post(`${site}/publish`)
  const { body: link } = await admin.http.post(`${site}/share-links`, {})
  const root = link.urls.published
  const key = keyIn(link)
  const read = (what: string, shareKey = key) => admin.http.get(`${what}?shareKey=${shareKey}`)
  const { body } = await read(`${site}/structure`)
  expect([body.structure[0].urls.published, body.structure[0].space.urls.published]).toEqual([root, root])
  expect((await read(`${site}/site-spaces`)).body.items[0].urls.published).toBe(root)
  expect((await read(`${site}/sections`)).status).toBe(200)
  expect((await read(`/v1/spaces/${space.id}`)).body.urls.published).toBe(root)
  const { body: direct } = await admin.http.get(`/v1/spaces/${space.id}`)
  expect([direct.visibility, direct.urls.published]).toEqual(['share-link', root.replace(`${key}/`, '')])
  const places = [`${site}/structure`, `${site}/site-spaces`, `${site}/sections`, `/v1/spaces/${space.id}`]
  const other = await scene()
  await other.admin.http.post(`${other.site}/publish`)
  const foreign = keyIn((await other.admin.http.post(`${other.site}/share-links`, {})).body)
  const wrong = [`${key.slice(1)}x`, 'x', foreign]
  for (const place of places) for (const bad of wrong) expect((await read(place, bad)).status, place).toBe(404)
  await admin.http.patch(`${site}/share-links/${link.id}`, { active: false })
  for (const place of places) expect((await read(place)).status, place).toBe(404)
})

test('listSiteShareLinks: only managers of the site see the secrets', async () => {
  const here = await scene()
  const reviewer = await enter(server, here, 'review')
  expect(await statusOf(reviewer.http.get(`${here.site}/share-links`))).toBe(403)
})
