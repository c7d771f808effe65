// An S3 server with one bucket, for the tests of one file.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { S3Options } from '../../src/files/s3.ts'
import { freePort } from './free-port.ts'

interface Server {
  run(): Promise<unknown>
  close(): Promise<void>
}

type Constructor = new (options: object) => Server

const Server = createRequire(import.meta.url)('@20minutes/s3rver') as Constructor

/** Starts it before the tests and stops it after them. */
export function startedS3(): S3Options {
  const options = { bucket: 'files', region: 'us-east-1', forcePathStyle: true, prefix: '' } as S3Options
  let server: Server
  const directory = mkdtempSync(join(tmpdir(), 'lectern-s3-'))
  beforeAll(async () => {
    const port = await freePort()
    const buckets = [{ name: options.bucket, configs: [] }]
    const place = { port, address: '127.0.0.1', directory, configureBuckets: buckets }
    // Its signature check of list requests omits the slash after the bucket name. Keys are still checked.
    server = new Server({ ...place, silent: true, allowMismatchedSignatures: true })
    await server.run()
    options.endpoint = `http://127.0.0.1:${port}`
    options.credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  })
  afterAll(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return options
}
