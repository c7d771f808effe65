// Uploads and downloads with a bucket as file store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { startedS3 } from '../../../test/support/s3-server.ts'
import { type Files, openFiles } from '../../files/files.ts'
import { downloadPath, uploadPath } from '../../files/links.ts'
import { findUpload } from '../../files/uploads.ts'
import { newId } from '../../lib/ids.ts'
import { openPictures } from '../../pictures/pictures.ts'
import { serveDownloads } from './download.ts'
import { serveUploads } from './upload.ts'

const s3 = startedS3()
const data = mkdtempSync(join(tmpdir(), 'lectern-bucket-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

function serve(files: Files) {
  const http = fastify()
  serveDownloads(http, files, openPictures(files.store, data))
  serveUploads(http, files)
  return http
}

test('what is uploaded can be downloaded, whole and in part', async () => {
  const files = openFiles({ data, secret: 'x'.repeat(32), s3 })
  const http = serve(files)
  const upload = { key: newId(), organization: 'one', kind: 'import_file', name: 'ten.txt', size: 10 }
  const put = await http.inject({
    method: 'PUT',
    url: uploadPath(files.signer, upload, Date.now() + 1000),
    payload: '0123456789',
  })
  expect(put.statusCode).toBe(200)
  const { blob, name, contentType } = (await findUpload(files.store, upload))!
  const url = downloadPath(files.signer, { blob: blob!, name, contentType })
  const whole = await http.inject(url)
  expect([whole.statusCode, whole.body, whole.headers['content-length']]).toEqual([200, '0123456789', '10'])
  const part = await http.inject({ url, headers: { range: 'bytes=-4' } })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '6789', 'bytes 6-9/10'])
  expect((await http.inject({ method: 'HEAD', url })).headers['content-length']).toBe('10')
  await http.close()
})
