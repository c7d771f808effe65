// Sends requests over kept connections, each connection one after the other. Together they go through all requests in
// turn: the first of four connections sends the first, the fifth and the ninth. The client reads no more of a reply than it needs to find its end, so that it takes little of the machine.
import { connect, type Socket } from 'node:net'
import { ADMIN_TOKEN } from './servers.ts'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export interface Figures {
  requestsPerSecond: number
  /** Processor time of the server for each request, in microseconds. */
  processor: number
  /** Milliseconds that 95 of a hundred requests did not exceed. */
  p95: number
}

export interface LoadOptions {
  url: string
  /** Are sent in turn. */
  requests: readonly Request[]
  connections: number
  milliseconds: number
  /** Runs before each request is sent. */
  before?: (() => unknown) | undefined
  /** Processor time of the server so far, in milliseconds. */
  processorTime(): Promise<number>
}

export async function load(options: LoadOptions): Promise<Figures> {
  const { url, requests, connections, milliseconds, before = () => {}, processorTime } = options
  const { hostname, port, host } = new URL(url)
  const texts = requests.map((request) => Buffer.from(toText(request, host)))
  const times: number[] = []
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const spent = await processorTime()
  const began = performance.now()
  const end = began + milliseconds
  const sendAll = async (socket: Socket, first: number) => {
    for (let next = first; performance.now() < end; next += connections) {
      before()
      const sent = performance.now()
      await exchange(socket, texts[next % texts.length]!)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(sockets.map(sendAll))
  const seconds = (performance.now() - began) / 1000
  const processor = ((await processorTime()) - spent) * 1000
  for (const socket of sockets) socket.destroy()
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: times.length / seconds,
    processor: processor / times.length,
    p95: times[Math.floor(times.length * 0.95)]!,
  }
}

/** The API is asked by the admin, and sites by readers, who have no token. */
export const headersOf = (path: string): Record<string, string> =>
  path.startsWith('/v1/') ? { authorization: `Bearer ${ADMIN_TOKEN}` } : {}

function toText({ method, path, body }: Request, host: string): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headersOf(path)).map((header) => header.join(': ')),
    ...(text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${text}`
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket.setNoDelay(true)))
    socket.once('error', reject)
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0)
    let missing = -1
    const finish = (settle: () => void) => {
      socket.off('data', onData).off('error', onError).off('close', onClose)
      settle()
    }
    const onError = (error: Error) => finish(() => reject(error))
    const onClose = () => onError(new Error('The server closed the connection.'))
    const onData = (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const at = head.indexOf(HEAD_END)
        if (at < 0) return
        const text = head.toString('latin1', 0, at)
        const status = Number(text.slice(9, 12))
        if (status >= 300) return onError(new Error(`${request.toString().split('\r\n')[0]} answered ${status}.`))
        missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - at - HEAD_END.length)
      }
      if (missing === 0) finish(resolve)
    }
    socket.on('data', onData).on('error', onError).on('close', onClose)
    socket.write(request)
  })
}
