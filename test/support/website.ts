// A small local website for tests; its pages can change at any time.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export interface Served {
  status?: number
  type?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface Website {
  url: string
  /** By path and query. A string is an HTML page; a function handles the request. */
  pages: Record<string, string | Served | RequestListener>
  /** The requested paths, in order. */
  asked: string[]
}

/** Starts a website before the tests of this file and stops it after them. */
export function startedWebsite(pages: Website['pages'] = {}): Website {
  const site: Website = { url: '', pages, asked: [] }
  const server = createServer((request, response) => {
    site.asked.push(request.url!)
    const found = site.pages[request.url!]
    if (typeof found === 'function') return void found(request, response)
    const {
      status = found === undefined ? 404 : 200,
      type = 'text/html',
      headers = {},
      body = '',
    } = typeof found === 'string' ? { body: found } : (found ?? {})
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close().closeAllConnections())
  return site
}
