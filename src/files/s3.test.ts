// The byte store in a bucket, against a server that speaks S3.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'
import { startedS3 } from '../../test/support/s3-server.ts'
import { storedOn } from '../../test/support/shelves.ts'
import { ApiError } from '../errors.ts'
import { s3Shelf } from './s3.ts'
import { createStore, type FileStore } from './store.ts'

const s3 = startedS3()
const incoming = mkdtempSync(join(tmpdir(), 'lectern-incoming-'))
const storeIn = (options: object = {}) => createStore(s3Shelf({ ...s3, ...options }), incoming)
afterAll(() => rmSync(incoming, { recursive: true, force: true }))

const pathsIn = async ({ shelf }: FileStore): Promise<string[]> => {
  const paths: string[] = []
  for await (const path of shelf.list()) paths.push(path)
  return paths.sort()
}

describe('a store in a bucket', () => {
  let store: FileStore
  beforeAll(() => {
    store = storeIn()
  })

  storedOn(() => store)

  test('keeps nothing on this machine', () => {
    expect(readdirSync(incoming)).toEqual([])
  })
})

describe('a bucket', () => {
  test('that is shared is not looked at beyond the prefix', async () => {
    const [one, two] = [storeIn({ prefix: 'one/' }), storeIn({ prefix: 'two/' })]
    const { blob } = await one.put([Buffer.from('mine')])
    expect(await pathsIn(one)).toEqual([`${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`])
    expect(await pathsIn(two)).toEqual([])
    expect(await two.find(blob)).toBeUndefined()
  })

  // The server of these tests cannot cut a list, because it makes its tokens with a cipher that OpenSSL has dropped.
  test('with more files than one answer holds is listed to its end', async () => {
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
    'that %s makes the server say it cannot answer, not that the file is missing',
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
