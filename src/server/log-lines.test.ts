import { pino } from 'pino'
import { expect, test } from 'vitest'
import { linesTo } from './log-lines.ts'

test('an entry is one line, and an error is below it', () => {
  const lines: string[] = []
  const logger = pino({ base: undefined }, linesTo({ write: (text) => lines.push(text) }))
  logger.info({ requestId: 'r-1', method: 'GET', path: '/v1/user', status: 200, ms: 1.6 })
  logger.warn({ count: 2 }, 'late')
  logger.error({ err: new Error('no') }, 'failed')
  expect(lines[0]).toMatch(/^\S+Z info {2}GET \/v1\/user 200 2 ms requestId=r-1\n$/)
  expect(lines[1]).toMatch(/^\S+Z warn {2}late count=2\n$/)
  expect(lines[2]).toMatch(/^\S+Z ERROR failed\n {2}Error: no\n {6,}at /)
})
