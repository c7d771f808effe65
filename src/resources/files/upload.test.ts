// @only-sqlite
// Uploads: the signed URL, the bytes, and the file under its key.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startedServer } from '../../../test/support/server.ts'
import { uploadPath } from '../../files/links.ts'
import { findUpload, toNewFile } from '../../files/uploads.ts'
import { newId } from '../../lib/ids.ts'

const server = startedServer()
const FONT = Buffer.from('wOF2 and the rest of a font')
const announce = (file: object = {}, kind = 'customization_font', by = server.admin) =>
  by.http.post(`/v1/orgs/${server.organization}/storage/upload`, {
    file: { name: 'body.woff2', type: 'font/woff2', size: FONT.length, ...file },
    kind,
  })
const send = (url: string, body: Buffer | string = FONT, init: RequestInit = {}) =>
  fetch(url, { method: 'PUT', body, ...init } as RequestInit)
const uploaded = (key: string, organization = server.organization) =>
  findUpload(server.files.store, { organization, key })

test('generateStorageUploadURL: returns a URL that accepts the upload', async () => {
  const { status, body, headers } = await announce()
  expect([status, headers.get('location')]).toEqual([201, body.url])
  expect(body).toEqual({ object: 'storage-signed-url', key: expect.any(String), url: expect.any(String) })
  expect(await uploaded(body.key)).toBeUndefined()
  const response = await send(body.url)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    object: 'storage-file',
    key: body.key,
    name: 'body.woff2',
    contentType: 'font/woff2',
    size: FONT.length,
  })
  const found = await uploaded(body.key)
  expect(found).toMatchObject({ kind: 'customization_font', size: FONT.length })
  expect(toNewFile(found!)).toEqual({
    id: expect.any(String),
    name: 'body.woff2',
    contentType: 'font/woff2',
    size: FONT.length,
    blob: createHash('sha256').update(FONT).digest('hex'),
  })
})

test('generateStorageUploadURL: is for those who may edit something', async () => {
  const [editor, reader, guest] = await Promise.all([server.join('edit'), server.join('read'), server.join(null)])
  expect((await announce({}, 'organization_file', editor)).status).toBe(201)
  expect((await announce({}, 'organization_file', reader)).status).toBe(403)
  expect((await announce({}, 'organization_file', guest)).status).toBe(403)
})

test('generateStorageUploadURL: refuses uploads that are too large or of the wrong type', async () => {
  const large = await announce({ size: 11 * 1024 * 1024, type: 'text/html' })
  expect(large.status).toBe(400)
  expect(large.body.error.issues.map(({ path }: { path: string }) => path)).toEqual(['file.size', 'file.type'])
  expect((await announce({ size: 101 * 1024 * 1024 }, 'import_file')).status).toBe(400)
  expect((await announce({ type: 'text/html' }, 'organization_file')).status).toBe(201)
  expect((await announce({}, 'anything')).status).toBe(400)
})

describe('the bytes', () => {
  test.each(['application/json', 'text/html', 'application/octet-stream', undefined])(
    'are taken as they are, also as %s',
    async (type) => {
      const bytes = Buffer.from('{"not": "JSON"')
      const { body } = await announce({ name: 'a.txt', size: bytes.length }, 'organization_file')
      const response = await send(body.url, bytes, { method: 'POST', headers: type ? { 'content-type': type } : {} })
      expect(response.status).toBe(200)
      expect(await uploaded(body.key)).toMatchObject({ contentType: 'text/plain', size: bytes.length })
    },
  )

  test('may be none', async () => {
    const { body } = await announce({ name: 'empty', size: 0 }, 'organization_file')
    expect((await send(body.url, '')).status).toBe(200)
    expect((await uploaded(body.key))?.size).toBe(0)
  })

  test('may be many', async () => {
    const bytes = Buffer.alloc(30_000_000, 'x')
    const { body } = await announce({ name: 'large.bin', size: bytes.length }, 'import_file')
    expect((await send(body.url, bytes)).status).toBe(200)
    expect((await uploaded(body.key))?.size).toBe(bytes.length)
  }, 30_000)

  test('must have the declared size, and be a font for a font upload', async () => {
    const { body } = await announce()
    expect((await send(body.url, 'too few')).status).toBe(400)
    expect((await send(body.url, Buffer.concat([FONT, FONT]))).status).toBe(400)
    expect((await send(body.url, Buffer.alloc(FONT.length, '<'))).status).toBe(400)
    expect((await sendInChunks(body.url, FONT, FONT)).status).toBe(413)
    expect((await sendInChunks(body.url, FONT.subarray(0, 5))).status).toBe(400)
    expect(await uploaded(body.key)).toBeUndefined()
    expect((await sendInChunks(body.url, FONT.subarray(0, 5), FONT.subarray(5))).status).toBe(200)
  })

  test('are accepted once; repeating the same upload is allowed', async () => {
    const { body } = await announce()
    const other = Buffer.from(FONT.toString().replace('rest', 'best'))
    expect((await send(body.url)).status).toBe(200)
    expect((await send(body.url)).status).toBe(200)
    expect((await send(body.url, other)).status).toBe(409)
    expect((await uploaded(body.key))?.blob).toBe(createHash('sha256').update(FONT).digest('hex'))
  })

  test('of an aborted upload leave nothing under the key', async () => {
    const { body } = await announce()
    await new Promise<void>((resolve) => {
      const outgoing = request(body.url, { method: 'PUT', headers: { 'content-length': FONT.length } })
      outgoing.on('error', () => resolve())
      outgoing.write(FONT.subarray(0, 5), () => setTimeout(() => outgoing.destroy(new Error('gone')), 50))
    })
    expect(await uploaded(body.key)).toBeUndefined()
    expect((await send(body.url)).status).toBe(200)
  })

  const sendInChunks = (url: string, ...chunks: Buffer[]) => {
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    return fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit)
  }
})

describe('a link for uploading', () => {
  test('that was tampered with is 404', async () => {
    const { body } = await announce()
    for (const [from, to] of [
      [/size=\d+/, 'size=9999'],
      [/kind=\w+/, 'kind=import_file'],
      [/organization=\w+/, 'organization=other'],
      [/expires=\d/, 'expires=9'],
      [/signature=.*/, 'signature=x'],
      [body.key, newId()],
    ] as [RegExp | string, string][])
      expect((await send(body.url.replace(from, to))).status, String(from)).toBe(404)
  })

  test('that has expired is refused', async () => {
    const upload = { key: newId(), organization: server.organization, kind: 'import_file', name: 'a', size: 1 }
    const response = await send(server.url + uploadPath(server.files.signer, upload, Date.now() - 1), 'a')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('expired') } })
  })
})

describe('an uploaded file', () => {
  test('is available only to its organization, by key', async () => {
    const { body } = await announce()
    await send(body.url)
    expect(await uploaded(body.key)).toBeDefined()
    expect(await uploaded(body.key, 'other')).toBeUndefined()
    for (const key of ['', '..', `../${body.key.slice(-2)}/${body.key}`, newId()])
      expect(await uploaded(key)).toBeUndefined()
  })
})
