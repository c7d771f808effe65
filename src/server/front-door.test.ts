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

const warm = { operationId: 'getSomething', etag: '"one"', body: Buffer.from('"warm"'), caller: {} } as never

test.each<[string, WarmReplies['find'], string]>([
  ['is sent', () => warm, '"warm"'],
  ['that comes later is sent', async () => warm, '"warm"'],
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
  expect(await (await fetch(`${base}/known`)).text()).toBe(body)
  await http.close()
})
