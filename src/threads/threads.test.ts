// @slow
// Tasks in threads: results, failures and limits.
import { expect, test } from 'vitest'
import { MINUTE } from '../lib/time.ts'
import { Refusal } from './testing/refusal.ts'
import type { tasks } from './testing/worker.ts'
import { Threads } from './threads.ts'

const threads = (time: number) =>
  new Threads<typeof tasks>({
    source: new URL('./testing/worker.ts', import.meta.url),
    built: '',
    time,
    memory: 64,
    concurrency: 1,
    failure: Refusal,
    stopped: { time: 'too long', memory: 'too much', busy: 'too many' },
  })

test('tasks run one after the other, and a failed one does not affect the others', async () => {
  const kit = threads(MINUTE)
  const [one, failed, two] = await Promise.allSettled([kit.run('double', 1), kit.run('fail'), kit.run('double', 2)])
  expect([one, two]).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'fulfilled', value: 4 },
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'That went wrong.' } })
})

test('an expected failure has the configured class', async () => {
  const [refused] = await Promise.allSettled([threads(MINUTE).run('refuse')])
  expect(refused).toEqual({ status: 'rejected', reason: new Refusal('That is refused.') })
})

test('a task that never ends is stopped, and the next one runs', async () => {
  const kit = threads(500)
  const [stuck, next] = await Promise.allSettled([kit.run('spin'), kit.run('double', 3)])
  expect(stuck).toMatchObject({ status: 'rejected', reason: new Refusal('too long') })
  expect(next).toEqual({ status: 'fulfilled', value: 6 })
})

test('a task that exceeds its memory is stopped, and the next one runs', async () => {
  const kit = threads(MINUTE)
  const [full, next] = await Promise.allSettled([kit.run('hoard'), kit.run('double', 4)])
  expect(full).toMatchObject({ status: 'rejected', reason: new Refusal('too much') })
  expect(next).toEqual({ status: 'fulfilled', value: 8 })
})

test('the queue is bounded', async () => {
  const kit = threads(MINUTE)
  const all = await Promise.allSettled(Array.from({ length: 150 }, (_, at) => kit.run('double', at)))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(150 - 101)
  expect(refused[0]).toMatchObject({ reason: new Refusal('too many') })
})
