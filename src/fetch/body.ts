// Reads and decompresses the body of a response. The size limit applies to the decompressed bytes, which also stops
// decompression bombs.
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchFailure, toFailure } from './failures.ts'

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  identity: () => new PassThrough(),
}

export const ACCEPTED_ENCODINGS = 'gzip, br'

export interface Limits {
  limit: number
  signal: AbortSignal
}

export async function* readBody(response: IncomingMessage, url: URL, { limit, signal }: Limits) {
  if (Number(response.headers['content-length'] ?? 0) > limit) throw new FetchFailure('tooLarge', url)
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decoder = DECODERS[encoding]?.()
  if (!decoder) throw new FetchFailure('badAnswer', url)
  // Errors of the pipeline reach the reader of the decoder.
  pipeline(response, decoder, { signal }).catch(() => undefined)
  let size = 0
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new FetchFailure('tooLarge', url)
      yield chunk
    }
  } catch (error) {
    throw toFailure(signal.aborted ? signal.reason : error, url)
  } finally {
    response.destroy()
  }
}
