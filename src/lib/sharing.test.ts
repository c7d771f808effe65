import { expect, test } from 'vitest'
import { sharing } from './sharing.ts'

test('whoever comes while a question is under way shares the next one', async () => {
  let asked = 0
  const waiting: (() => void)[] = []
  const ask = sharing(async () => {
    const number = ++asked
    await new Promise<void>((resolve) => waiting.push(resolve))
    return number
  })
  const first = ask()
  const later = [ask(), ask(), ask()]
  waiting.shift()!()
  expect(await first).toBe(1)
  await new Promise(setImmediate)
  waiting.shift()!()
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  const last = ask()
  waiting.shift()!()
  expect(await last).toBe(3)
})
