// The only way out of a worker: a proxy that passes requests on with the guarded fetcher, so that an integration reaches
// what the server itself would fetch for a user, and the API of this server, and nothing else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { FetchFailure } from '../fetch/failures.ts'
import type { Fetcher } from '../fetch/fetcher.ts'

export interface Passed {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer | undefined
}

export interface PassedBack {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: AsyncIterable<Uint8Array>
}

/** Answers what is asked of this server itself; undefined for any other address. */
export type AskSelf = (request: Passed) => Promise<PassedBack | undefined>

export interface Outside {
  fetcher: Fetcher
  askSelf: AskSelf
}

const MIB = 1024 * 1024
const LARGEST_REQUEST = 20 * MIB

/** Headers that are about one connection, or that the fetcher says for itself. */
const OWN = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'host', 'content-length', 'accept-encoding', 'expect'],
])

export function openOutbound(outside: Outside): Server {
  // Requests to a proxy name their whole address, and need no Host.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    pass(outside, request, response).catch(() => response.destroy())
  })
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  return server
}

async function pass(outside: Outside, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  try {
    const asked = await toPassed(request)
    const back = (await outside.askSelf(asked)) ?? (await askOthers(outside.fetcher, asked, gone.signal))
    response.writeHead(back.status, withoutOwn(back.headers))
    await pipeline(back.body, response)
  } catch (error) {
    if (response.headersSent) throw error
    const reason = error instanceof FetchFailure ? error.message : 'The request could not be passed on.'
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(reason)
  }
}

async function toPassed(request: IncomingMessage): Promise<Passed> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_REQUEST) throw new FetchFailure('tooLarge', request.url!)
    chunks.push(chunk)
  }
  const headers = withoutOwn(request.headers) as Record<string, string>
  const body = size > 0 ? Buffer.concat(chunks) : undefined
  return { method: request.method!, url: new URL(request.url!), headers, body }
}

async function askOthers(fetcher: Fetcher, { method, url, headers, body }: Passed, signal: AbortSignal) {
  // Scripts follow redirects themselves, each of them through here again.
  const options = { method, headers, redirects: 0, anyStatus: true, signal }
  const { status, headers: answered, body: content } = await fetcher(url, body ? { ...options, body } : options)
  // The fetcher has unpacked it.
  const { 'content-encoding': _, ...rest } = answered
  return { status, headers: rest, body: content }
}

const withoutOwn = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && !OWN.has(name)))
