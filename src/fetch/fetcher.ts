// Fetches URLs that users provide. Connects only to public addresses and to those in LECTERN_FETCH_ALLOW, checked again
// at every redirect. Size, time and redirects are limited.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { SECOND } from '../lib/time.ts'
import { VERSION } from '../lib/version.ts'
import type { AllowList } from './addresses.ts'
import { ACCEPTED_ENCODINGS, readBody } from './body.ts'
import { type OutgoingBody, type Resolve, request, resolveName } from './connection.ts'
import { FetchFailure } from './failures.ts'
import { authorizationOf, followRedirect, isRedirect, type OutgoingRequest, toWebUrl } from './redirects.ts'

export interface FetchOptions {
  /** GET by default. */
  method?: string
  headers?: Record<string, string>
  body?: OutgoingBody
  /** The maximum size of the body in bytes. */
  limit?: number
  /** Milliseconds for the whole exchange, from the DNS lookup to the last byte. */
  timeout?: number
  redirects?: number
  /** Returns responses of every status; by default, only successful ones. */
  anyStatus?: boolean
  signal?: AbortSignal | undefined
}

export interface Fetched {
  /** The final URL, without credentials. */
  url: URL
  status: number
  headers: IncomingHttpHeaders
  /** The media type without parameters, in lower case; '' if there is none. */
  contentType: string
  /** Must be read once to its end, or discarded with `discard`. Throws a FetchFailure. */
  body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
  discard(): void
}

/** Fetches a URL; every failure is a FetchFailure with a message for the user who provided the URL. */
export type Fetcher = (url: string | URL, options?: FetchOptions) => Promise<Fetched>

const MIB = 1024 * 1024
const DEFAULTS = { method: 'GET', limit: 20 * MIB, timeout: 30 * SECOND, redirects: 5 }

export interface FetcherOptions {
  allowed: AllowList
  /** Resolves host names; the system resolver by default. */
  resolve?: Resolve
}

export function createFetcher({ allowed, resolve = resolveName }: FetcherOptions): Fetcher {
  return async (given, options = {}) => {
    const { limit, timeout, redirects, method, ...rest } = { ...DEFAULTS, ...options }
    const start = toWebUrl(String(given))
    if (!start) throw new FetchFailure('invalidUrl', given)
    const deadline = startDeadline(timeout, rest.signal)
    const { signal } = deadline
    try {
      let next: OutgoingRequest = { url: start, method, headers: headersOf(rest.headers), body: rest.body }
      for (let left = redirects; ; left--) {
        const headers = { ...next.headers, ...authorizationOf(next.url) }
        const response = await request({ allowed, resolve }, { ...next, headers, signal })
        const status = response.statusCode!
        if (isRedirect(status) && redirects > 0) {
          response.destroy()
          if (left === 0) throw new FetchFailure('tooManyRedirects', start)
          next = followRedirect(next, status, response.headers.location)
        } else if (rest.anyStatus || (status >= 200 && status < 300)) {
          return toFetched(response, next.url, { limit, signal, done: deadline.clear })
        } else {
          response.destroy()
          throw new FetchFailure('badStatus', next.url, { status })
        }
      }
    } catch (error) {
      deadline.clear()
      throw error
    }
  }
}

function headersOf(given: Record<string, string> = {}): Record<string, string> {
  const own = { 'user-agent': `Lectern/${VERSION}`, accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS }
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])
  return { ...own, ...Object.fromEntries(named) }
}

interface Deadline {
  signal: AbortSignal
  clear(): void
}

function startDeadline(milliseconds: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds).unref()
  const give = () => {
    const isTimeout = (outer?.reason as { name?: unknown } | undefined)?.name === 'TimeoutError'
    controller.abort(new DOMException('', isTimeout ? 'TimeoutError' : 'AbortError'))
  }
  if (outer?.aborted) give()
  outer?.addEventListener('abort', give, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', give)
    },
  }
}

interface Reading {
  limit: number
  signal: AbortSignal
  done(): void
}

function toFetched(response: IncomingMessage, from: URL, { limit, signal, done }: Reading): Fetched {
  const url = new URL(from)
  url.username = ''
  url.password = ''
  const contentType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const body = finishing(readBody(response, url, { limit, signal }), done)
  return {
    url,
    status: response.statusCode!,
    headers: response.headers,
    contentType,
    body,
    async bytes() {
      const chunks: Buffer[] = []
      for await (const chunk of body) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    discard() {
      response.destroy()
      done()
    },
  }
}

async function* finishing(body: AsyncIterable<Buffer>, done: () => void): AsyncGenerator<Buffer> {
  try {
    yield* body
  } finally {
    done()
  }
}
