// The proxy that is the only network access of a worker. It forwards requests through the guarded fetcher, so an
// integration reaches what the server itself would fetch for a user, and the API of this server, and nothing else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { FetchFailure } from '../fetch/failures.ts'
import type { Fetcher } from '../fetch/fetcher.ts'

export interface ProxiedRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer | undefined
}

export interface ProxiedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: AsyncIterable<Uint8Array>
}

/** Handles requests to this server; undefined for any other address. */
export type LocalApi = (request: ProxiedRequest) => Promise<ProxiedResponse | undefined>

export interface OutboundTargets {
  fetcher: Fetcher
  localApi: LocalApi
}

const MIB = 1024 * 1024
const MAX_REQUEST_BYTES = 20 * MIB

/** Hop-by-hop headers, and headers that the fetcher sets itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'accept-encoding',
  'expect',
])

export function openOutbound(targets: OutboundTargets): Server {
  // Requests to a proxy have an absolute URL and need no Host.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    forward(targets, request, response).catch(() => response.destroy())
  })
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  return server
}

async function forward(targets: OutboundTargets, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const disconnected = new AbortController()
  response.on('close', () => disconnected.abort())
  try {
    const proxied = await readRequest(request)
    const reply =
      (await targets.localApi(proxied)) ?? (await fetchOutside(targets.fetcher, proxied, disconnected.signal))
    response.writeHead(reply.status, withoutHopByHop(reply.headers))
    await pipeline(reply.body, response)
  } catch (error) {
    if (response.headersSent) throw error
    const reason = error instanceof FetchFailure ? error.message : 'The request could not be forwarded.'
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(reason)
  }
}

async function readRequest(request: IncomingMessage): Promise<ProxiedRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_REQUEST_BYTES) throw new FetchFailure('tooLarge', request.url!)
    chunks.push(chunk)
  }
  const headers = withoutHopByHop(request.headers) as Record<string, string>
  const body = size > 0 ? Buffer.concat(chunks) : undefined
  return { method: request.method!, url: new URL(request.url!), headers, body }
}

async function fetchOutside(fetcher: Fetcher, { method, url, headers, body }: ProxiedRequest, signal: AbortSignal) {
  // Scripts follow redirects themselves, each through this proxy.
  const options = { method, headers, redirects: 0, anyStatus: true, signal }
  const { status, headers: answered, body: content } = await fetcher(url, body ? { ...options, body } : options)
  // The fetcher has decoded the body.
  const { 'content-encoding': _, ...rest } = answered
  return { status, headers: rest, body: content }
}

const withoutHopByHop = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && !HOP_BY_HOP.has(name)))
