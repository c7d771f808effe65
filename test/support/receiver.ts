// A webhook receiver: records deliveries and responds as configured.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll } from 'vitest'

export interface Received {
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: messages of every shape
  message: any
  text: string
  path: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** The deliveries to a path, in order. */
  at(path: string): Received[]
  /** Sets the response status of a path; 200 by default. The body is always "Heard.". */
  answer(path: string, status: number): void
}

/** Starts a receiver for this test file; it is reachable if LECTERN_FETCH_ALLOW has 127.0.0.1. */
export function startedReceiver(): Receiver {
  const statuses = new Map<string, number>()
  const receiver: Receiver = {
    url: '',
    received: [],
    at: (path) => receiver.received.filter((one) => one.path === path),
    answer: (path, status) => void statuses.set(path, status),
  }
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request)
    const headers = request.headers as Record<string, string>
    receiver.received.push({ headers, text, message: JSON.parse(text), path: request.url! })
    response.writeHead(statuses.get(request.url!) ?? 200, { location: '/elsewhere' }).end('Heard.')
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return receiver
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

/** Throws unless the message is signed with the secret. */
export const verify = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers)
