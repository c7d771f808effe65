import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { createMetrics } from './metrics.ts'

/** Sends a request on a connection of its own, and returns all that is received. */
const ask = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /written HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n')
    })
    socket.on('data', (data) => {
      received += data
    })
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })

test('a server that closes answers on connections that it has not accepted yet', async () => {
  const logger = pino({ level: 'silent' })
  const http = createHttp({ logger, metrics: createMetrics(), rateLimit: 0, https: false })
  let written = 0
  http.post('/written', async () => ({ written: ++written }))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const replies = Array.from({ length: 20 }, () => ask(port))
  const closed = http.close()
  for (const reply of await Promise.all(replies)) {
    expect(reply).toMatch(/^HTTP\/1\.1 200 /)
    expect(reply.toLowerCase()).toContain('connection: close')
  }
  await closed
  expect(written).toBe(20)
})
