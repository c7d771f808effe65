import { expect, test } from 'vitest'
import { createPacing } from './pacing.ts'

/** Keeps the process busy, as a request does that is answered from memory. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('requests begin in the order in which they came, and the event loop turns in between', async () => {
  const paced = createPacing()
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
        // Part of it at once, part of it when something is there that was there already.
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

test('who comes while nobody waits begins at once, also after many had to wait', async () => {
  const paced = createPacing()
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
