import { beforeAll, describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()
let space: { id: string; revision: string }

beforeAll(async () => {
  const { body } = await server.admin.http.get(`/v1/orgs/${server.organization}/spaces`)
  space = body.items[0]
})

const get = (path: string, headers?: Record<string, string>) =>
  server.admin.http.get(`/v1/spaces/${space.id}/content${path}`, headers)

describe('the content of the welcome space', () => {
  test('getCurrentRevision: has the pages of the first start, in order', async () => {
    const { data } = await server.admin.client.spaces.getCurrentRevision(space.id)
    expect(data.id).toBe(space.revision)
    expect(data.pages.map((page) => page.title)).toEqual(['Welcome', 'First steps', 'Running Lectern'])
  })

  test('listPages: shows the same tree', async () => {
    const { body } = await get('/pages')
    expect(body.pages).toEqual((await get('')).body.pages)
  })

  test('getPageById, getPageByPath: find one page by either, as a document or as markdown', async () => {
    const [, page] = (await get('/pages')).body.pages
    const byId = await get(`/page/${page.id}?format=markdown`)
    const byPath = await get('/path/first-steps/?format=markdown')
    expect(byId.body).toEqual(byPath.body)
    expect(byId.body.markdown).toContain('## Create a space')
    const { document } = (await get(`/page/${page.id}?format=document`)).body
    expect(document.nodes.every((node: { key?: string }) => node.key)).toBe(true)
  })

  test('getPageById, getPageByPath: a missing page is 404', async () => {
    expect((await get('/page/nothing')).status).toBe(404)
    expect((await get('/path/no/such/page')).status).toBe(404)
    expect((await get('/pages?revision=nothing')).status).toBe(404)
  })

  test('getCurrentRevision: a client with the current ETag gets 304', async () => {
    const first = await get('')
    const etag = first.headers.get('etag')!
    expect(etag).toContain(space.revision)
    expect((await get('', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('updateSpaceContent: a document that is not in its field is refused, and the page keeps its content', async () => {
    const [, page] = (await get('/pages')).body.pages
    const before = (await get(`/page/${page.id}?format=document`)).body.document
    const changes = [{ operation: 'update_page', page: page.id, document: before }]
    const { status, body } = await server.admin.http.post(`/v1/spaces/${space.id}/content`, { changes })
    expect([status, body.error.issues[0].path]).toEqual([400, 'changes.0.document.document'])
    expect((await get(`/page/${page.id}?format=document`)).body.document).toEqual(before)
  })

  test('duplicateSpace: the copy has the same pages', async () => {
    const copy = await server.admin.http.post(`/v1/spaces/${space.id}/duplicate`)
    const { body } = await server.admin.http.get(`/v1/spaces/${copy.body.id}/content/pages`)
    expect(body.pages.map((page: { id: string }) => page.id)).toEqual(
      (await get('/pages')).body.pages.map((page: { id: string }) => page.id),
    )
  })
})
