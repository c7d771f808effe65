// A request whose body is refused does not hold up the next one on its connection.
import { once } from 'node:events'
import { Agent, type RequestOptions, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startedServer } from './support/server.ts'
import { newSite } from './support/sites.ts'

const server = startedServer()

let agent: Agent
afterEach(() => agent.destroy())

interface Sent {
  status: number
  text: string
}

const send = (url: string, options: RequestOptions, body?: string): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, ...options }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode!, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Much more than a connection and a stream hold until somebody reads. */
const LARGE = 'x'.repeat(16 * 1024 * 1024)

const framings = { announced: { 'content-length': String(LARGE.length) }, chunked: { 'transfer-encoding': 'chunked' } }

test.each(Object.entries(framings))('a body that is too large, %s', async (_name, framing) => {
  const site = await newSite(server, await server.found())
  const { id: space } = (await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, {})).body
  const file = { name: 'a.bin', type: 'application/octet-stream', size: 1000 }
  const upload = await server.admin.http.post(`/v1/orgs/${server.organization}/storage/upload`, {
    file,
    kind: 'import_file',
  })
  const origin = new URL(site.url).origin
  const asked: [string, RequestOptions, number][] = [
    [`${site.url}~lectern/try?page=any`, { method: 'POST', headers: { ...framing, origin } }, 413],
    [
      `${server.url}/v1/spaces/${space}/presence`,
      {
        method: 'PUT',
        headers: { ...framing, authorization: `Bearer ${server.admin.token}`, 'content-type': 'application/json' },
      },
      413,
    ],
    [upload.body.url, { method: 'PUT', headers: framing }, 'content-length' in framing ? 400 : 413],
  ]
  for (const [url, options, status] of asked) {
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const refused = await send(url, options, LARGE)
    expect([url, refused.status, refused.text]).toEqual([url, status, expect.stringContaining('error')])
    expect([url, (await send(`${server.url}/healthz`, {})).status]).toEqual([url, 200])
    agent.destroy()
  }
})

test('whoever goes on sending after the reply is still on the connection', async () => {
  const { id: space } = (await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, {})).body
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'connect')
  const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
  socket.write(
    `PUT /v1/spaces/${space}/presence HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${server.admin.token}\r\n` +
      `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk(10_000)}`,
  )
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 413 /)
  socket.write(`${chunk(1_000_000)}0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await expect.poll(() => text).toContain('HTTP/1.1 200 ')
  socket.destroy()
})
