// What merging changes in the addresses of pages, and declining the redirects that it writes.
import { expect, test } from 'vitest'
import { createSpace, statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

async function furnish() {
  const { http } = server.admin
  const space = (await createSpace(server)).id
  const insert = (title: string, into?: string) => ({
    operation: 'insert_page',
    title,
    ref: title,
    ...(into && { into }),
  })
  const { body } = await http.post(`/v1/spaces/${space}/content`, {
    changes: [insert('Guide'), insert('Alerts'), insert('Old'), insert('Child', 'Alerts')],
  })
  const [guide, alerts, old] = body.changes.map(({ page }: { page: { id: string } }) => page.id) as [
    string,
    string,
    string,
  ]
  const sites = `/v1/orgs/${server.organization}/sites`
  const site = (await http.post(sites, { title: 'Docs', spaces: [space] })).body.id
  await http.post(`${sites}/${site}/publish`, {})
  const request = (await http.post(`/v1/spaces/${space}/change-requests`, {})).body.id
  const at = `/v1/spaces/${space}/change-requests/${request}`
  await http.post(`${at}/content`, {
    changes: [
      { operation: 'update_page', page: alerts, into: guide },
      { operation: 'delete_page', page: old },
      insert('New'),
    ],
  })
  const url = (await http.get(`/v1/spaces/${space}`)).body.urls.published as string
  const leadsTo = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).status
  return { http, space, guide, alerts, at, site, url, leadsTo }
}

test('getChangedAddresses: lists the addresses that appear, move and vanish, and the sites that show them', async () => {
  const { http, at, site, url, guide, alerts } = await furnish()
  const hiding = { operation: 'update_page', page: guide, hidden: true, condition: 'visitor.claims.unsigned.beta' }
  await http.post(`${at}/content`, { changes: [hiding] })
  const { sites, changes, count, visibility } = (await http.get(`${at}/addresses`)).body
  expect(sites).toEqual([{ id: site, title: 'Docs', url }])
  expect(count).toBe(3)
  expect(changes).toContainEqual({
    kind: 'moves',
    page: { id: alerts, title: 'Alerts' },
    before: 'alerts',
    after: 'guide/alerts',
    pages: 2,
  })
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'vanishes', before: 'old' }))
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'appears', after: 'new' }))
  const before = { hidden: false, noIndex: false, noRobotsIndex: false }
  expect(visibility).toEqual([
    {
      page: { id: guide, title: 'Guide' },
      before,
      after: { ...before, hidden: true, condition: 'visitor.claims.unsigned.beta' },
    },
  ])
  const reader = await server.join('read')
  expect(await statusOf(reader.http.get(`${at}/addresses`))).toBe(403)
})

test('mergeChangeRequest: writes the redirects of moved pages in the same transaction', async () => {
  const { http, at, leadsTo } = await furnish()
  expect((await http.post(`${at}/merge`, {})).body.result).toBe('merge')
  expect(await leadsTo('alerts')).toBe(307)
  expect(await leadsTo('alerts/child')).toBe(307)
  expect(await leadsTo('old')).toBe(404)
})

test('mergeChangeRequest: a declined redirect leads nowhere, until a page moves away from there again', async () => {
  const { http, at, space, alerts, leadsTo } = await furnish()
  const refused = await http.post(`${at}/merge`, { declinedRedirects: ['elsewhere'] })
  expect(refused.status).toBe(400)
  expect((await http.get(at)).body.status).toBe('draft')
  expect((await http.post(`${at}/merge`, { declinedRedirects: ['alerts'] })).body.result).toBe('merge')
  expect(await leadsTo('alerts')).toBe(404)
  expect(await leadsTo('alerts/child')).toBe(404)
  const change = (...changes: object[]) => http.post(`/v1/spaces/${space}/content`, { changes })
  await change({ operation: 'update_page', page: alerts, into: null })
  const page = (await http.get(`/v1/spaces/${space}/content/page/${alerts}`)).body
  expect(await leadsTo(page.path)).toBe(200)
  await change({ operation: 'update_page', page: alerts, slug: 'warnings' })
  expect(await leadsTo(page.path)).toBe(307)
})
