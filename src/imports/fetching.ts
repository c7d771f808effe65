// The one file that a source other than a website is made from.
import type { Fetched } from '../fetch/fetcher.ts'
import { BOUNDS } from './bounds.ts'
import type { Asked, Means } from './model.ts'
import { charsetOf } from './text.ts'

export interface Content {
  /** Where it came from in the end. */
  url: URL
  contentType: string
  charset: string | undefined
  bytes: Buffer
}

export async function fetchContent(
  { url, bytes }: Asked,
  { fetcher, signal }: Means,
  limit = BOUNDS.bytesOfArchive,
): Promise<Content> {
  if (bytes) return { url, contentType: '', charset: undefined, bytes: await bytes(limit) }
  const fetched: Fetched = await fetcher(url, { signal, limit, within: BOUNDS.timeOfPages })
  return {
    url: fetched.url,
    contentType: fetched.contentType,
    charset: charsetOf(fetched),
    bytes: await fetched.bytes(),
  }
}

export const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'PK'

/** The container of old office documents, and of new ones that have a password. */
export const isCompoundFile = (bytes: Buffer): boolean => bytes.toString('hex', 0, 4) === 'd0cf11e0'

/** Text has no NUL in it. */
export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 4096).includes(0)
