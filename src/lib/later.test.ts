import { expect, test } from 'vitest'
import { later, loadedOnce } from './later.ts'

test('all who ask at the same time share one load', async () => {
  let loads = 0
  const load = loadedOnce(async () => ++loads)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a load that failed is tried again', async () => {
  let loads = 0
  const double = later(async () => {
    loads++
    if (loads === 1) throw new Error('not there')
    return async (value: number) => 2 * value
  })
  await expect(Promise.all([double(1), double(2)])).rejects.toThrow('not there')
  expect(await double(3)).toBe(6)
  expect(loads).toBe(2)
})
