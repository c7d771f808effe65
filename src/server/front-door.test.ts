import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { createMetrics } from './metrics.ts'
import type { WarmReplies } from './warm-replies.ts'

const start = (find: WarmReplies['find']) => {
  const http = createHttp({
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
    rateLimit: 0,
    https: false,
    warmReplies: { find },
  })
  http.get('/known', (_request, reply) => reply.send('by the framework'))
  return http
}

const warmOf = (text: string) =>
  ({ operationId: 'getSomething', etag: '"one"', body: Buffer.from(JSON.stringify(text)), caller: {} }) as never
const warm = warmOf('warm')
const long = 'x'.repeat(100_000)

test.each<[string, WarmReplies['find'], string]>([
  ['is sent', () => warm, '"warm"'],
  ['that comes later is sent', async () => warm, '"warm"'],
  ['that is long is sent', () => warmOf(long), `"${long}"`],
  ['that is not there is left to the framework', () => undefined, 'by the framework'],
  ['that cannot be found is left to the framework', () => Promise.reject(new Error('no')), 'by the framework'],
  [
    'that fails at once is left to the framework',
    () => {
      throw new Error('no')
    },
    'by the framework',
  ],
])('a warm reply %s', async (_what, find, body) => {
  const http = start(find)
  const base = await http.listen({ host: '127.0.0.1', port: 0 })
  const replies = Array.from({ length: 5 }, async () => (await fetch(`${base}/known`)).text())
  expect(new Set(await Promise.all(replies))).toEqual(new Set([body]))
  await http.close()
})

test('a warm reply that is found before the server closes is not lost', async () => {
  let isFound = () => {}
  const found = new Promise<void>((resolve) => {
    isFound = resolve
  })
  const http = start(() => {
    isFound()
    return warm
  })
  const base = await http.listen({ host: '127.0.0.1', port: 0 })
  const reply = fetch(`${base}/known`)
  await found
  const closed = http.close()
  const { status, headers } = await reply
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  await closed
})
