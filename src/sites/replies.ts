// Sends pages: compressed, with an ETag, and with a policy that lets only our own script run.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientHas } from '../lib/etags.ts'
import { STATIC } from '../server/static-files.ts'
import type { Urls } from '../server/urls.ts'
import type { VisitedSite } from './visit.ts'

/** A page that was drawn, and its compressed forms as they were first asked for. */
export interface DrawnPage {
  status: number
  contentType: string
  bytes: Buffer
  policy: string
  /** Further headers. */
  headers?: Record<string, string>
  encoded: Map<Encoding, Promise<Buffer>>
}

export type Encoding = 'br' | 'gzip'

export const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined => {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]!.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? toBrotli(bytes, QUICK_BROTLI) : toGzip(bytes)

/** Smaller pages gain nothing. */
const MIN_COMPRESSED = 1000

/**
 * What a page may load: our own files, and pictures from anywhere. Only our own script runs. `styles` are those in the
 * page itself.
 */
export const policyFor = (
  site: URL | undefined,
  frameOrigins: readonly string[] = [],
  styles?: string,
  ancestors: readonly string[] = [],
  connectOrigins: readonly string[] = [],
): string => {
  const own = ["'self'", ...(site ? [site.origin] : [])].join(' ')
  return [
    "default-src 'none'",
    ...(site ? [`script-src ${site.href}${STATIC}/`, `connect-src ${[own, ...connectOrigins].join(' ')}`] : []),
    `style-src ${own}${styles ? ` 'sha256-${createHash('sha256').update(styles).digest('base64')}'` : ''}`,
    `font-src ${own}`,
    `img-src ${own} https: http: data:`,
    ...(frameOrigins.length > 0 ? [`frame-src ${frameOrigins.join(' ')}`] : []),
    "base-uri 'none'",
    `form-action ${site ? own : "'none'"}`,
    ["frame-ancestors 'self'", ...ancestors].join(' '),
  ].join('; ')
}

/** The console shows previews in frames. */
export const framersOf = ({ urls }: { urls: Urls }, { entry }: VisitedSite): string[] =>
  entry.member === undefined ? [] : [new URL(urls.base).origin]

export const toDrawn = (status: number, contentType: string, text: string, policy: string): DrawnPage => ({
  status,
  contentType,
  bytes: Buffer.from(text),
  policy,
  encoded: new Map(),
})

interface Caching {
  /** Absent: the page is drawn anew each time. */
  etag?: string | undefined
  /** True if other visitors see something else. */
  isPrivate: boolean
}

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: DrawnPage,
  { etag, isPrivate }: Caching,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': page.contentType,
    'content-security-policy': page.policy,
    'cache-control': `${isPrivate ? 'private' : 'public'}, no-cache`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'Accept, Accept-Encoding, Cookie',
    ...page.headers,
    ...(etag !== undefined && { etag }),
  })
  if (etag !== undefined && page.status === 200 && clientHas(request, etag)) return reply.code(304).send()
  const encoding = page.bytes.length < MIN_COMPRESSED ? undefined : encodingFor(request)
  reply.code(page.status)
  if (encoding === undefined) return reply.send(page.bytes)
  const encoded = page.encoded.get(encoding) ?? compress(page.bytes, encoding)
  page.encoded.set(encoding, encoded)
  return reply.header('content-encoding', encoding).send(await encoded)
}

/**
 * True if the reply was sent, or the client has gone. What an awaited function returns cannot tell: a reply can be awaited
 * itself, and gives nothing when it has been sent.
 */
export const isAnswered = ({ sent, raw }: FastifyReply): boolean => sent || raw.headersSent || raw.destroyed
