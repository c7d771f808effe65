import { beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newSite, type TestSite, visit } from '../../../test/support/sites.ts'

const server = startedServer()

describe('searching a site', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await newSite(server, await server.found(), { spaces: ['Handbook', 'Reference', 'Secret'] })
    await newSite(server, site, { title: 'Elsewhere', spaces: ['Other handbook'] })
    await adapt(site, {}, { staff: { type: 'boolean' } })
    await site.admin.http.patch(`${site.path}/site-spaces/${site.siteSpaces[2]}`, {
      condition: 'visitor.claims.unsigned.staff',
    })
  })

  const find = async (body: object, visitor: object = {}) => {
    const reader = await visit(server, site.url, visitor)
    const { body: found } = await reader.post(`${site.path}/search`, body)
    return found.items.map(({ id }: { id: string }) => site.spaces.indexOf(id)).sort()
  }

  test('searchSiteContent: finds only what the visitor can see, grouped by space', async () => {
    expect(await find({ query: 'guide', mode: 'all' })).toEqual([0, 1])
    expect(await find({ query: 'guide', mode: 'all' }, { unsignedClaims: { staff: true } })).toEqual([0, 1, 2])
    expect(await find({ query: 'nothing at all', mode: 'all' })).toEqual([])
    const reader = await visit(server, site.url)
    const { body } = await reader.post(`${site.path}/search`, { query: 'details handbook', mode: 'all' })
    expect(body.items).toHaveLength(1)
    const [{ title, pages }] = body.items
    expect(title).toBe('Handbook')
    expect(pages).toHaveLength(2)
    expect(pages.find(({ path }: { path: string }) => path === 'welcome')).toMatchObject({
      title: 'Welcome',
      sections: expect.arrayContaining([
        expect.objectContaining({ path: 'welcome#details', body: expect.stringContaining('Handbook') }),
      ]),
    })
  })

  test('searchSiteContent: limited to the spaces of the scope', async () => {
    const [first, second, third] = site.siteSpaces
    expect(await find({ query: 'guide', mode: 'specific', siteSpaceIds: [second, third] })).toEqual([1])
    expect(await find({ query: 'guide', scope: { mode: 'specific', siteSpaceIds: [second] } })).toEqual([1])
    expect(await find({ query: 'guide', mode: 'current', siteSpaceId: first })).toEqual([0])
    expect(await find({ query: 'guide', mode: 'current', siteSpaceId: second })).toEqual([0, 1])
    expect(await find({ query: 'guide', scope: { mode: 'default', includedSiteSpaces: [second] } })).toEqual([0, 1])
    expect(await find({ query: 'guide', scope: { mode: 'default' } })).toEqual([0])
    expect(await find({ query: 'guide', scope: { mode: 'all' } })).toEqual([0, 1])
  })

  test('searchSiteContent: members find what they can see; others get 404', async () => {
    const { body } = await site.admin.http.post(`${site.path}/search`, { query: 'guide', mode: 'all' })
    expect(body.count).toBe(3)
    const { admin: stranger } = await server.found()
    expect(await statusOf(stranger.http.post(`${site.path}/search`, { query: 'guide' }))).toBe(404)
  })
})
