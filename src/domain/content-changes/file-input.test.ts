// @only-sqlite
// Files inserted by a batch, from a URL or an earlier upload.
import { describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { startedWebsite } from '../../../test/support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const site = startedWebsite({
  '/logo.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  '/a%20b.txt?v=2': { type: 'text/plain', body: 'hello' },
})

const insert = async (...files: object[]) => {
  const space = (await createSpace(server)).id
  const changes = [{ operation: 'insert_files', files }]
  return { space, answer: await server.admin.http.post(`/v1/spaces/${space}/content`, { changes }) }
}

async function upload(text: string): Promise<string> {
  const file = { name: 'up.txt', type: 'text/plain', size: text.length }
  const path = `/v1/orgs/${server.organization}/storage/upload`
  const { url, key } = (await server.admin.http.post(path, { file, kind: 'organization_file' })).body
  await fetch(url, { method: 'PUT', body: text })
  return key
}

describe('updateSpaceContent', () => {
  test('updateSpaceContent, listFiles: fetches a URL and keeps its name and type', async () => {
    const { space, answer } = await insert({ url: `${site.url}/logo.svg` }, { url: `${site.url}/a%20b.txt?v=2` })
    expect(answer).toMatchObject({ status: 200 })
    expect((await server.admin.http.get(`/v1/spaces/${space}/content/files`)).body.items).toMatchObject([
      { name: 'logo.svg', contentType: 'image/svg+xml' },
      { name: 'a b.txt', contentType: 'text/plain', size: 5 },
    ])
  })

  test('updateSpaceContent: inserts an upload by its key, optionally under another name', async () => {
    const key = await upload('uploaded')
    const { answer } = await insert({ key }, { key, name: '../else.txt' })
    expect(answer.body.insertedFiles).toMatchObject([
      { name: 'up.txt', size: 8 },
      { name: 'else.txt', size: 8 },
    ])
    expect(await (await fetch(answer.body.insertedFiles[0].downloadURL)).text()).toBe('uploaded')
  })

  test.each<[object, string, RegExp]>([
    [{ url: 'http://127.0.0.2/x' }, 'url', /LECTERN_FETCH_ALLOW/],
    [{ url: '/missing' }, 'url', /responded with status 404/],
    [{ key: 'a'.repeat(20) }, 'key', /does not name an upload/],
    [{}, '', /one of base64, url and key/],
    [{ base64: '', key: 'a' }, '', /one of base64, url and key/],
  ])('updateSpaceContent: %j names the field to mend', async (file, field, message) => {
    const [[name, value] = []] = Object.entries(file)
    const given = value === '/missing' ? { [name!]: site.url + value } : file
    const { answer } = await insert(given)
    expect(answer.status).toBe(400)
    const path = ['changes.0.files.0', field].filter(Boolean).join('.')
    expect(answer.body.error.issues).toEqual([{ path, message: expect.stringMatching(message) }])
  })

  test('updateSpaceContent: an upload of another organization is not found', async () => {
    const key = await upload('mine')
    const other = await server.found()
    const space = (await createSpace(other)).id
    const changes = [{ operation: 'insert_files', files: [{ key }] }]
    expect((await other.admin.http.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(400)
  })

  test('updateSpaceContent: the server fetches nothing for callers who may not write', async () => {
    const space = (await createSpace(server)).id
    const stranger = await server.join()
    site.asked.length = 0
    const changes = [{ operation: 'insert_files', files: [{ url: `${site.url}/logo.svg` }] }]
    expect((await stranger.http.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(404)
    expect(site.asked).toEqual([])
  })

  test('updateSpaceContent: a retry with the same key fetches nothing again', async () => {
    const space = (await createSpace(server)).id
    const changes = [{ operation: 'insert_files', files: [{ url: `${site.url}/logo.svg` }] }]
    const send = () =>
      server.admin.http.post(`/v1/spaces/${space}/content`, { changes }, { 'idempotency-key': `once-${space}` })
    const first = await send()
    site.asked.length = 0
    expect(await send()).toMatchObject({ status: first.status, text: first.text })
    expect(site.asked).toEqual([])
  })
})
