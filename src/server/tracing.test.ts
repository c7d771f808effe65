import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTracing } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

const request = {
  id: 'r-1',
  method: 'GET',
  url: '/v1/user?secret=1',
  headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
} as never

test('each request is a span, which continues the trace of the caller', async () => {
  const received: { path?: string | undefined; key?: unknown; body: string }[] = []
  const collector = createServer((incoming, reply) => {
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      received.push({ path: incoming.url, key: incoming.headers['x-key'], body })
      reply.end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const tracing = createTracing({ endpoint, headers: { 'x-key': 'k' }, service: 'docs' }, pino({ level: 'silent' }))
  tracing.record(request, 500, 'getAuthenticatedUser', 12)
  await tracing.stop()
  collector.close()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ path: '/v1/traces', key: 'k' })
  const [{ resource, scopeSpans }] = JSON.parse(received[0]!.body).resourceSpans
  expect(resource.attributes[0]).toEqual({ key: 'service.name', value: { stringValue: 'docs' } })
  const [span] = scopeSpans[0].spans
  expect(span).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    name: 'getAuthenticatedUser',
    status: { code: 2 },
  })
  expect(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)).toBe(12_000_000n)
  expect(received[0]!.body).not.toContain('secret')
})

test('a collector that is away costs nothing but its spans', async () => {
  const options = { endpoint: 'http://127.0.0.1:9', headers: {}, service: 'docs' }
  const tracing = createTracing(options, pino({ level: 'silent' }))
  for (let count = 0; count < 3000; count++) tracing.record(request, 200, undefined, 1)
  await tracing.stop()
})
