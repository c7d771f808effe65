// Requests as they go over the wire, with nothing made right on the way: for what a well-behaved client would not send.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** No answer after this long is a hang. */
const DEADLINE = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

export function sendRaw(url: string, { method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, path, agent, headers: { ...length, ...headers } }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode!, headers: incoming.headers, text }))
    })
    outgoing.setTimeout(DEADLINE, () => outgoing.destroy(new Error(`${method} ${path} was not answered`)))
    outgoing.on('error', reject).end(body)
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
