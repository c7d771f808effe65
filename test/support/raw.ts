// Raw HTTP requests, for input that a well-behaved client would not send.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  /** Sends the body in that many chunks. */
  pieces?: number | undefined
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A response that takes longer counts as a hang. */
const DEADLINE = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

export function sendRaw(url: string, { method, path, headers = {}, body, pieces }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, path, agent, headers: { ...framing(body, pieces), ...headers } },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        incoming.on('end', () => {
          // A response may arrive before the whole body is sent; the rest would keep the connection busy.
          if (pieces !== undefined) outgoing.destroy()
          resolve({ status: incoming.statusCode!, headers: incoming.headers, text })
        })
      },
    )
    outgoing.setTimeout(DEADLINE, () => outgoing.destroy(new Error(`${method} ${path} was not answered`)))
    outgoing.on('error', reject)
    if (pieces === undefined || body === undefined) outgoing.end(body)
    else void Readable.from(bitByBit(Buffer.from(body), pieces)).pipe(outgoing)
  })
}

// Node does not frame the body of methods such as DELETE: it would be read as the next request.
function framing(body: string | Buffer | undefined, pieces: number | undefined): Record<string, string> {
  if (body === undefined) return {}
  return pieces === undefined
    ? { 'content-length': String(Buffer.byteLength(body)) }
    : { 'transfer-encoding': 'chunked' }
}

const BETWEEN_PIECES = 5

async function* bitByBit(body: Buffer, pieces: number): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  for (let at = 0; at < body.length; at += size) {
    yield body.subarray(at, at + size)
    await pause(BETWEEN_PIECES)
  }
}

/** Sends raw bytes and closes the connection; returns everything that is received nevertheless. */
export function sendAndLeave(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'))
    socket.setTimeout(DEADLINE, () => socket.destroy(new Error(`${bytes.slice(0, 200)} kept the connection open`)))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    // A reset connection counts as a response.
    socket.on('error', (error: Error & { code?: string }) => (error.code ? resolve(text) : reject(error)))
  })
}

/** Sends raw bytes and returns everything that is received until the server closes the connection. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}
