// A storage backend in an S3-compatible bucket. The SDK is loaded on first use, so that servers without a bucket do not
// load it.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { problem } from '../errors.ts'
import type { StorageBackend, StoredFile } from './backend.ts'

export interface S3Options {
  bucket: string
  region: string
  /** If absent, AWS. */
  endpoint?: string | undefined
  /** If absent, the default credential chain, such as the role of an instance. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Puts the bucket into the path instead of the host. */
  forcePathStyle: boolean
  /** A prefix of all paths, so that a bucket can be shared. */
  prefix: string
}

type Sdk = typeof import('@aws-sdk/client-s3')

export function s3Backend({ bucket, prefix, ...options }: S3Options): StorageBackend {
  const connect = once(() => connectTo(options))
  const objectAt = (path: string) => ({ Bucket: bucket, Key: prefix + path })
  return {
    async add(path, file, size) {
      const { client, sdk } = await connect()
      const body = { Body: createReadStream(file), ContentLength: size }
      await reach(client.send(new sdk.PutObjectCommand({ ...objectAt(path), ...body })))
    },
    async find(path) {
      const { client, sdk } = await connect()
      const head = await reach(client.send(new sdk.HeadObjectCommand(objectAt(path))).catch(ignoreMissing))
      return head && { size: head.ContentLength ?? 0, read: (range) => read(client, sdk, objectAt(path), range) }
    },
    async *list(folder) {
      const { client, sdk } = await connect()
      const below = folder === undefined ? prefix : `${prefix}${folder}/`
      let ContinuationToken: string | undefined
      do {
        const asked = { Bucket: bucket, Prefix: below, ContinuationToken }
        const page = await reach(client.send(new sdk.ListObjectsV2Command(asked)))
        for (const { Key } of page.Contents ?? []) yield Key!.slice(prefix.length)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    async remove(path) {
      const { client, sdk } = await connect()
      await reach(client.send(new sdk.DeleteObjectCommand(objectAt(path))))
    },
  }
}

async function connectTo(options: Omit<S3Options, 'bucket' | 'prefix'>): Promise<{ client: S3Client; sdk: Sdk }> {
  // The build contains the SDK, so its operators need not know which Node its next versions will ask for.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const sdk = await import('@aws-sdk/client-s3')
  const { endpoint, credentials, ...rest } = options
  const client = new sdk.S3Client({
    ...rest,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Many compatible stores do not support the additional checksums. The name of a file is its checksum anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, sdk }
}

type ObjectKey = { Bucket: string; Key: string }

async function read(
  client: S3Client,
  sdk: Sdk,
  place: ObjectKey,
  range: Parameters<StoredFile['read']>[0],
): Promise<Readable> {
  const part = range && { Range: `bytes=${range.start}-${range.end}` }
  const { Body } = await reach(client.send(new sdk.GetObjectCommand({ ...place, ...part })))
  return Body as Readable
}

function ignoreMissing(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Converts errors of the store to a 503. The log has the error of the store, without credentials. */
const reach = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: Error) => {
    throw Object.assign(problem('unavailable'), { cause: new Error(`S3: ${error.name}: ${error.message}`) })
  })

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= work()
    return made
  }
}
