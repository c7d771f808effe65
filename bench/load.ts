// Sends requests over kept connections, each connection one after the other, all of them through the same addresses in
// turn. The client reads no more of a reply than it needs to find its end, so that it takes little of the machine.
import { connect, type Socket } from 'node:net'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export interface Figures {
  requestsPerSecond: number
  /** Processor time of the server for each request, in microseconds. */
  processor: number
  p50: number
  p95: number
  p99: number
}

export interface LoadOptions {
  url: string
  /** Are sent in turn. */
  requests: readonly Request[]
  token?: string | undefined
  connections: number
  milliseconds: number
  /** Runs before each request is sent. */
  before?: (() => void) | undefined
  /** Processor time of the server so far, in milliseconds. */
  processorTime(): Promise<number>
}

export async function load(options: LoadOptions): Promise<Figures> {
  const { url, requests, token, connections, milliseconds, before = () => {}, processorTime } = options
  const { hostname, port, host } = new URL(url)
  const texts = requests.map((request) => Buffer.from(toText(request, host, token)))
  const times: number[] = []
  let next = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const spent = await processorTime()
  const began = performance.now()
  const end = began + milliseconds
  const sendAll = async (socket: Socket) => {
    while (performance.now() < end) {
      before()
      const sent = performance.now()
      await exchange(socket, texts[next++ % texts.length]!)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(sockets.map(sendAll))
  const seconds = (performance.now() - began) / 1000
  const processor = ((await processorTime()) - spent) * 1000
  for (const socket of sockets) socket.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]!
  return {
    requestsPerSecond: times.length / seconds,
    processor: processor / times.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}

function toText({ method, path, body }: Request, host: string, token: string | undefined): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
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
