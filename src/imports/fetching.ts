// Fetches the single file of a source other than a website.
import type { Fetched } from '../fetch/fetcher.ts'
import { BOUNDS } from './bounds.ts'
import type { ImportContext, ImportRequest } from './model.ts'
import { charsetOf } from './text.ts'

export interface Content {
  /** The final URL, after redirects. */
  url: URL
  contentType: string
  charset: string | undefined
  bytes: Buffer
}

export async function fetchContent(
  { url, bytes }: ImportRequest,
  { fetcher, signal }: ImportContext,
  limit = BOUNDS.bytesOfArchive,
): Promise<Content> {
  if (bytes) return { url, contentType: '', charset: undefined, bytes: await bytes(limit) }
  const fetched: Fetched = await fetcher(url, { signal, limit, timeout: BOUNDS.timeOfPages })
  return {
    url: fetched.url,
    contentType: fetched.contentType,
    charset: charsetOf(fetched),
    bytes: await fetched.bytes(),
  }
}

export const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'PK'

/** The container format of old office documents, and of password-protected ones. */
export const isCompoundFile = (bytes: Buffer): boolean => bytes.toString('hex', 0, 4) === 'd0cf11e0'

/** Text contains no NUL. */
export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 4096).includes(0)
