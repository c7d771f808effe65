// Sends texts of any length piece by piece.
import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientHas } from '../../lib/etags.ts'
import { encodingFor, policyFor } from '../replies.ts'

export interface Text {
  contentType: string
  /** Absent where what the visitor cannot see would change it. */
  etag: string | undefined
  isPrivate: boolean
  /** False: search engines must not list it. */
  isIndexed: boolean
  pieces: AsyncIterable<string>
}

export function sendText(request: FastifyRequest, reply: FastifyReply, text: Text): FastifyReply {
  const etag = text.etag === undefined ? undefined : `W/"${text.etag}"`
  reply.headers({
    'content-type': text.contentType,
    'content-security-policy': policyFor(undefined),
    'cache-control': `${text.isPrivate ? 'private' : 'public'}, no-cache`,
    ...(etag && { etag }),
    vary: 'Accept-Encoding, Cookie',
    ...(!text.isIndexed && { 'x-robots-tag': 'noindex' }),
  })
  if (etag && clientHas(request, etag)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.send()
  const encoding = encodingFor(request)
  const source = Readable.from(inChunks(text.pieces), { objectMode: false })
  if (encoding === undefined) return reply.send(source)
  const compress =
    encoding === 'br' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip()
  // A failure ends the connection: the reader must not take half a text for the whole.
  pipeline(source, compress, () => {})
  return reply.header('content-encoding', encoding).send(compress)
}

const CHUNK = 16 * 1024

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
