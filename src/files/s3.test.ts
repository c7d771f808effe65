// The file store in a bucket, against an S3-compatible server.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'
import { startedS3 } from '../../test/support/s3-server.ts'
import { storedOn } from '../../test/support/storage-backends.ts'
import { ApiError } from '../errors.ts'
import { s3Backend } from './s3.ts'
import { createStore, type FileStore } from './store.ts'

const s3 = startedS3()
const incoming = mkdtempSync(join(tmpdir(), 'lectern-incoming-'))
const storeIn = (options: object = {}) => createStore(s3Backend({ ...s3, ...options }), incoming)
afterAll(() => rmSync(incoming, { recursive: true, force: true }))

const pathsIn = async ({ backend }: FileStore): Promise<string[]> => {
  const paths: string[] = []
  for await (const path of backend.list()) paths.push(path)
  return paths.sort()
}

describe('a store in a bucket', () => {
  let store: FileStore
  beforeAll(() => {
    store = storeIn()
  })

  storedOn(() => store)

  test('leaves no local files', () => {
    expect(readdirSync(incoming)).toEqual([])
  })
})

describe('a bucket', () => {
  test('that is shared is accessed only below the prefix', async () => {
    const [one, two] = [storeIn({ prefix: 'one/' }), storeIn({ prefix: 'two/' })]
    const { blob } = await one.put([Buffer.from('mine')])
    expect(await pathsIn(one)).toEqual([`${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`])
    expect(await pathsIn(two)).toEqual([])
    expect(await two.find(blob)).toBeUndefined()
  })

  // The S3 server of these tests cannot paginate, because its tokens use a cipher that OpenSSL has removed.
  test('with several pages of files is listed completely', async () => {
    const page = (key: string, next?: string) =>
      `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated><Contents><Key>many/${key}</Key></Contents>${
        next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
      }</ListBucketResult>`
    const pages: Record<string, string> = { '': page('a', 'x'), x: page('b', 'y'), y: page('c') }
    const server = createServer(({ url }, response) => {
      const { searchParams } = new URL(url!, 'http://x')
      response.setHeader('content-type', 'application/xml')
      response.end(pages[searchParams.get('continuation-token') ?? ''])
    })
    const port = await freePort()
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    const store = storeIn({ prefix: 'many/', endpoint: `http://127.0.0.1:${port}` })
    expect(await pathsIn(store)).toEqual(['a', 'b', 'c'])
    server.closeAllConnections()
    server.close()
  })

  test.each([
    ['does not exist', { bucket: 'nothing' }],
    ['does not know the key', { credentials: { accessKeyId: 'unknown', secretAccessKey: 'S3RVER' } }],
    ['cannot be reached', { endpoint: 'http://127.0.0.1:1' }],
  ])(
    'that %s results in a 503, not in a missing file',
    async (_what, options) => {
      const failed = await storeIn(options)
        .put([Buffer.from('lost')])
        .catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(ApiError)
      expect(failed).toMatchObject({ status: 503, cause: expect.any(Error) })
    },
    30_000,
  )
})
