import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

test('runs tasks with limited concurrency, in order, and rejects those beyond the queue', async () => {
  const inTurn = createLimiter({ concurrency: 2, maxQueued: 2 })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const results = [0, 1, 2, 3, 4].map((n) =>
    inTurn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      return n
    }),
  )
  expect(await results[4]).toBeUndefined()
  expect(begun).toEqual([0, 1])
  while (begun.length < 4 || ends.length > 0) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, undefined])
  expect(begun).toEqual([0, 1, 2, 3])
  expect(
    await inTurn(async () => {
      throw new Error('once')
    }).catch(({ message }) => message),
  ).toBe('once')
  expect(await inTurn(async () => 'again')).toBe('again')
})
