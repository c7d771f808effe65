// The HTTP client of the Git library: all requests go through the guarded fetcher.
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import type { Fetcher } from '../fetch/fetcher.ts'
import { MINUTE } from '../lib/time.ts'
import { LIMITS } from './limits.ts'

export const GIT_TIMEOUT = 10 * MINUTE

export const httpClient = (fetcher: Fetcher): HttpClient => ({
  async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
    const sent = body ? Buffer.concat(await collect(body)) : undefined
    const fetched = await fetcher(url, {
      method,
      headers,
      ...(sent && { body: sent }),
      limit: url.includes('/info/refs') ? LIMITS.refs : LIMITS.pack,
      timeout: GIT_TIMEOUT,
      anyStatus: true,
    })
    return {
      url: fetched.url.href,
      method,
      headers: Object.fromEntries(Object.entries(fetched.headers).map(([name, value]) => [name, String(value)])),
      body: fetched.body[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>,
      statusCode: fetched.status,
      statusMessage: String(fetched.status),
    }
  },
})

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return chunks
}
