// Sends stored files with range requests, and cache headers that expire with the signed link.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../errors.ts'
import type { StoredFile } from '../../files/backend.ts'
import type { Download, VerifiedLink } from '../../files/links.ts'
import { parseRange } from '../../files/ranges.ts'
import { clientHas } from '../../lib/etags.ts'
import { SECOND } from '../../lib/time.ts'

type Sent = VerifiedLink<Download> & {
  /** True if the link may end before it expires: then copies of the file are not kept unasked. */
  mayEnd?: boolean
}

const etagOf = ({ blob }: Download) => `"${blob}"`

/** Whether the client's copy is current. */
export const isNotModified = (request: FastifyRequest, file: Download): boolean => clientHas(request, etagOf(file))

// Files must not run code on this server's origin. PDF viewers do not work in a sandbox, but scripts in a PDF cannot
// reach the page.
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

const INLINE_TYPES = /^(image|audio|video|font)\/|^(text\/plain|application\/pdf)$/

function setHeaders(reply: FastifyReply, file: Sent): FastifyReply {
  const { name, contentType, expiresAt, mayEnd } = file
  const seconds = Math.floor((expiresAt - Date.now()) / SECOND)
  const disposition = INLINE_TYPES.test(contentType) ? 'inline' : 'attachment'
  return reply.headers({
    'content-type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'content-disposition': `${disposition}; ${filename(name)}`,
    'cache-control': mayEnd ? 'private, no-cache' : `public, max-age=${seconds}, immutable`,
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    ...(contentType === 'application/pdf' ? {} : { 'content-security-policy': SANDBOX }),
  })
}

/** The first form is ASCII, for old clients; all others read the second. */
function filename(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return plain === name ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${full}`
}

export const sendNotModified = (reply: FastifyReply, file: Sent): FastifyReply =>
  setHeaders(reply, file).code(304).send()

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sent,
  stored: StoredFile,
): Promise<FastifyReply> {
  const range = rangeOf(request, reply, file, stored)
  const bytes = request.method === 'HEAD' ? undefined : await stored.read(range)
  setHeaders(reply, file).header('content-length', range ? range.end - range.start + 1 : stored.size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.size}`)
  return reply.send(bytes)
}

// Per `If-Range`, a range applies only if the client has the same version.
function rangeOf({ headers }: FastifyRequest, reply: FastifyReply, file: Download, { size }: StoredFile) {
  const condition = headers['if-range']
  const range = parseRange(condition && condition !== etagOf(file) ? undefined : headers.range, size)
  if (range !== 'none') return range
  reply.header('content-range', `bytes */${size}`)
  throw problem('rangeBeyondEnd')
}
