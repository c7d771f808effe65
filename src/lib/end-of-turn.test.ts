import { expect, test } from 'vitest'
import { atEndOfTurn } from './end-of-turn.ts'

test('work is done in order once the turn ends, and what it adds in the turn after', async () => {
  const later = atEndOfTurn()
  const done: string[] = []
  later(() => {
    done.push('first')
    later(() => done.push('third'))
  })
  later(() => done.push('second'))
  await Promise.resolve()
  expect(done).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(['first', 'second'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(['first', 'second', 'third'])
})
