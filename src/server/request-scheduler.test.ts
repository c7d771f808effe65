import { expect, test } from 'vitest'
import { createRequestScheduler } from './request-scheduler.ts'

/** Blocks the process, as a request that is served from memory does. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('requests start in order of arrival, and the event loop turns in between', async () => {
  const paced = createRequestScheduler()
  const seen: (number | 'turn')[] = []
  const turn = () => {
    seen.push('turn')
    if (seen.filter((what) => what !== 'turn').length < 12) setImmediate(turn)
  }
  setImmediate(turn)
  await new Promise<void>((resolve) => {
    for (let at = 0; at < 12; at++)
      paced(() => {
        seen.push(at)
        if (at === 11) resolve()
        // Half of the work runs synchronously, half after a resolved promise.
        work(3)
        void Promise.resolve().then(() => work(3))
      })
  })
  expect(seen.filter((what) => what !== 'turn')).toEqual([...Array(12).keys()])
  const most = seen
    .join()
    .split('turn')
    .map((turn) => turn.split(',').filter(Boolean).length)
  expect(Math.max(...most)).toBeLessThan(12)
})

test('a request starts at once if none is queued, also after others were queued', async () => {
  const paced = createRequestScheduler()
  const begun: string[] = []
  paced(() => begun.push('first'))
  expect(begun).toEqual(['first'])
  paced(() => work(30))
  const late = new Promise<void>((resolve) => paced(resolve))
  await late
  await new Promise((resolve) => setImmediate(resolve))
  paced(() => begun.push('last'))
  expect(begun).toEqual(['first', 'last'])
})
