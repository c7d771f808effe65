// A proxy in front of several nodes, as nginx or Caddy would be: it asks nodes that are ready, in turn, and asks the next
// one if a node refuses the connection.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK = 200

export interface Balancer {
  url: string
  add(node: string): void
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Map<string, boolean>()
  let turn = 0
  const choose = () => {
    const able = [...ready].filter(([, isReady]) => isReady).map(([node]) => node)
    return able[turn++ % able.length]
  }
  const forward = (incoming: IncomingMessage, body: Buffer, reply: ServerResponse) => {
    const node = choose()
    if (node === undefined) return void reply.writeHead(502).end('No node is ready.')
    const { method, url, headers } = incoming
    const outgoing = request(`${node}${url}`, { method, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') return void reply.writeHead(502).end(error.message)
      ready.set(node, false)
      forward(incoming, body, reply)
    })
    outgoing.end(body)
  }
  const look = async (node: string) => {
    const isReady = await fetch(`${node}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready.has(node)) ready.set(node, isReady)
  }
  const timer = setInterval(() => [...ready.keys()].map(look), LOOK)
  const server = createServer(async (incoming, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    forward(incoming, Buffer.concat(chunks), reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (node) => void ready.set(node, true),
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
