// Requests as they go over the wire, with nothing made right on the way: for what a well-behaved client would not send.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  /** Sends the body bit by bit, in that many chunks. */
  pieces?: number | undefined
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** No answer after this long is a hang. */
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
          // An answer may come before all of the body was sent; what is left of it would keep the connection.
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

// Node itself says nothing about a body that methods such as DELETE usually have none of: it would be taken for the
// beginning of the next request.
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

/** Sends these very bytes and hangs up; returns all that comes back nevertheless. */
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
    // Being cut off is an answer too.
    socket.on('error', (error: Error & { code?: string }) => (error.code ? resolve(text) : reject(error)))
  })
}

/** Sends these very bytes and returns all that comes back until the server hangs up. */
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
