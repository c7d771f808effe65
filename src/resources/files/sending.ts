// How the bytes behind a signed link are sent: whole or in part, streamed, and kept by caches for as long as the link
// lasts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../errors.ts'
import type { Download, Opened } from '../../files/links.ts'
import { parseRange } from '../../files/ranges.ts'
import type { Stored } from '../../files/shelf.ts'
import { SECOND } from '../../lib/time.ts'

const etagOf = ({ blob }: Download) => `"${blob}"`

/** Whether whoever asks has it already. */
export const isKnown = ({ headers }: FastifyRequest, file: Download) =>
  headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etagOf(file)) ?? false

// Whatever a file is, opening it must not run anything in the name of this server. Viewers of PDF do not work in a
// sandbox, and scripts in a PDF never reach the page.
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

const SHOWN = /^(image|audio|video|font)\/|^(text\/plain|application\/pdf)$/

function describe(reply: FastifyReply, file: Opened<Download>): FastifyReply {
  const { name, contentType, ends } = file
  const seconds = Math.floor((ends - Date.now()) / SECOND)
  const disposition = SHOWN.test(contentType) ? 'inline' : 'attachment'
  return reply.headers({
    'content-type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'content-disposition': `${disposition}; ${filename(name)}`,
    'cache-control': `public, max-age=${seconds}, immutable`,
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    ...(contentType === 'application/pdf' ? {} : { 'content-security-policy': SANDBOX }),
  })
}

/** Old clients read the first form, which is plain ASCII; all others the second. */
function filename(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return plain === name ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${full}`
}

export const sendKnown = (reply: FastifyReply, file: Opened<Download>): FastifyReply =>
  describe(reply, file).code(304).send()

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Opened<Download>,
  stored: Stored,
): Promise<FastifyReply> {
  const range = rangeOf(request, reply, file, stored)
  const bytes = request.method === 'HEAD' ? undefined : await stored.read(range)
  describe(reply, file).header('content-length', range ? range.end - range.start + 1 : stored.size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.size}`)
  return reply.send(bytes)
}

// Half of a file is of use only to those who have the other half of the same one.
function rangeOf({ headers }: FastifyRequest, reply: FastifyReply, file: Download, { size }: Stored) {
  const condition = headers['if-range']
  const range = parseRange(condition && condition !== etagOf(file) ? undefined : headers.range, size)
  if (range !== 'none') return range
  reply.header('content-range', `bytes */${size}`)
  throw problem('rangeBeyondEnd')
}
