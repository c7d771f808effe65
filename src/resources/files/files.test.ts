// @only-sqlite
// Files of spaces, change requests and revisions.
import { beforeAll, describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import { readFiles } from '../../domain/revisions/files.ts'
import type { Change } from '../../engine/changes/change.ts'
import { Store } from '../../engine/testing/store.ts'
import { putRecord } from '../../engine/tree/collections.ts'
import { EMPTY_TREE, openTree } from '../../engine/tree/draft.ts'
import type { File } from '../../engine/tree/records.ts'
import { storeFile } from '../../files/new-file.ts'
import { newId } from '../../lib/ids.ts'

const server = startedServer()
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const git = { oid: 'abc', path: 'assets/dot.png' }

let space: string
let file: File
let first: string
let changeRequest: string

const insert = (...files: File[]): Change => ({ operation: 'insert_files', files })
const store = (name: string, bytes: Buffer = Buffer.from(name)) =>
  storeFile(server.files.store, { bytes: [bytes], name })
const at = (base: string, id = '') => `/v1/spaces/${space}${base}/files${id && `/${id}`}`

beforeAll(async () => {
  space = (await createSpace(server)).id
  file = { ...(await store('dot.png', PNG)), git }
  first = await edit(server, { space }, [insert(file)])
  changeRequest = (await server.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'More' })).body.id
  await edit(server, { space, changeRequest }, [insert(await store('more.txt'))])
})

const shown = () => ({
  id: file.id,
  name: 'dot.png',
  contentType: 'image/png',
  size: PNG.length,
  dimensions: { width: 1, height: 1 },
  downloadURL: expect.stringMatching(`^${server.url}/files/[0-9a-f]{64}/dot.png\\?`),
  git,
})

test('listFiles, getFileById: show a file with its link, its size and where it comes from', async () => {
  const { body } = await server.admin.http.get(at('/content'))
  expect(body).toEqual({ count: 1, items: [shown()] })
  expect((await server.admin.http.get(at('/content', file.id))).body).toEqual(shown())
  const { git: _git, ...without } = shown()
  expect((await server.admin.http.get(`${at('/content', file.id)}?metadata=false`)).body).toEqual(without)
  expect((await server.admin.http.get(`${at('/content')}?metadata=false`)).body.items).toEqual([without])
})

test('listFilesInChangeRequestById, getFileInChangeRequestById: show what the change request has', async () => {
  const path = at(`/change-requests/${changeRequest}/content`)
  const { body } = await server.admin.http.get(path)
  expect(body.items.map(({ name }: File) => name)).toEqual(['dot.png', 'more.txt'])
  const [, more] = body.items
  expect((await server.admin.http.get(`${path}/${more.id}`)).body).toEqual(more)
  expect((await server.admin.http.get(at('/content', more.id))).status).toBe(404)
  expect((await server.admin.http.get(`${path}?revision=${first}`)).body.count).toBe(1)
})

test('listFilesInRevisionById, getFileInRevisionById: show what a revision had', async () => {
  const other = (await createSpace(server)).id
  await edit(server, { space: other }, [insert(file)])
  const { body } = await server.admin.http.get(at(`/revisions/${first}`))
  expect(body).toEqual({ count: 1, items: [shown()] })
  expect((await server.admin.http.get(at(`/revisions/${first}`, file.id))).body).toEqual(shown())
  expect((await server.admin.http.get(`/v1/spaces/${other}/revisions/${first}/files`)).status).toBe(404)
  expect((await server.admin.http.get(`/v1/spaces/${other}/content/files?revision=${first}`)).status).toBe(404)
})

describe('an answer', () => {
  test('getFileById: has an ETag per revision, including older ones', async () => {
    const { headers } = await server.admin.http.get(at('/content', file.id))
    const known = { 'if-none-match': headers.get('etag')! }
    expect((await server.admin.http.get(at('/content', file.id), known)).status).toBe(304)
    await edit(server, { space }, [{ operation: 'delete_files', files: [file.id] }])
    expect((await server.admin.http.get(at('/content', file.id), known)).status).toBe(404)
    const { body } = await server.admin.http.get(`${at('/content', file.id)}?revision=${first}`)
    expect(body).toEqual(shown())
    const byRevision = await server.admin.http.get(at(`/revisions/${first}`), known)
    expect(byRevision.status).toBe(304)
  })

  test('getFileById: has the same link for all callers', async () => {
    const path = `${at('/content', file.id)}?revision=${first}`
    const reader = await server.join('read')
    const [one, two] = await Promise.all([server.admin.http.get(path), reader.http.get(path)])
    expect(one.body.downloadURL).toBe(two.body.downloadURL)
  })
})

describe('very many files', () => {
  test('listFiles: a page costs the same as with few files', () => {
    const costOf = (count: number, first: number) => {
      const store = new Store()
      const ids = Array.from({ length: count }, (_, at) => String(at).padStart(6, '0'))
      const root = store.edit(EMPTY_TREE.hash, (tree) => {
        for (const id of ids) putRecord(tree, 'file', id, { id, name: id, contentType: 'text/plain', size: 1 })
        return undefined
      })
      return store.count(() => {
        const { rows, count: all } = store.run(readFiles(openTree(root), { limit: 50, after: [ids[first]!] }))
        expect([rows.length, rows[0]?.id, all]).toEqual([50, ids[first + 1], count])
      }).loads
    }
    const few = costOf(100, 10)
    expect(costOf(10_000, 10)).toBeLessThan(few + 20)
    expect(costOf(10_000, 9000)).toBeLessThan(few + 20)
  })

  const COUNT = 10_000
  const many = (count: number): File[] =>
    Array.from({ length: count }, (_, at) => ({
      id: newId(),
      name: `${at}.txt`,
      contentType: 'text/plain',
      size: at,
      blob: 'f'.repeat(64),
    }))

  test('listFiles: paging returns each file once, in order', async () => {
    const { id } = await createSpace(server)
    await edit(server, { space: id }, [insert(...many(COUNT))])
    const names: string[] = []
    let page = ''
    do {
      const { body } = await server.admin.http.get(`/v1/spaces/${id}/content/files?limit=1000${page}`)
      expect(body.count).toBe(COUNT)
      names.push(...body.items.map(({ name }: File) => name))
      page = body.next && `&page=${body.next.page}`
    } while (page)
    expect(names).toEqual(Array.from({ length: COUNT }, (_, at) => `${at}.txt`))
    const { body } = await server.admin.http.get(`/v1/spaces/${id}/content/files?limit=0`)
    expect(body).toEqual({ count: COUNT, items: [] })
  }, 180_000)

  test('listFiles: a page is stable while files come and go', async () => {
    const { id } = await createSpace(server)
    const files = many(10)
    await edit(server, { space: id }, [insert(...files)])
    const list = `/v1/spaces/${id}/content/files?limit=4`
    const { body } = await server.admin.http.get(list)
    await edit(server, { space: id }, [
      { operation: 'delete_files', files: [files[0]!.id, files[3]!.id, files[4]!.id] },
      insert(...many(2)),
    ])
    const next = await server.admin.http.get(`${list}&page=${body.next.page}`)
    expect(next.body.items.map(({ name }: File) => name)).toEqual(['5.txt', '6.txt', '7.txt', '8.txt'])
    expect((await server.admin.http.get(`${list}&page=x`)).status).toBe(400)
  })
})
