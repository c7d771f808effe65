import { expect, test } from 'vitest'
import { derived } from './derived.ts'

const bytesOf = () => 10

test('a value is made once, and a failure is not kept', async () => {
  const doubled = derived<number>('test doubled', { bytesOf })
  let made = 0
  const double = async () => 2 * ++made
  expect(await Promise.all([doubled.load('a', double), doubled.load('a', double)])).toEqual([2, 2])
  expect([doubled.find('a'), doubled.find('b')]).toEqual([2, undefined])
  const fail = () => Promise.reject(new Error('no'))
  await expect(doubled.load('c', fail)).rejects.toThrow('no')
  expect(await doubled.load('c', double)).toBe(4)
})

test('kinds do not share values, and a value without content is one', async () => {
  const [one, other] = [
    derived<string | undefined>('test one', { bytesOf }),
    derived<string>('test other', { bytesOf }),
  ]
  await one.load('a', () => undefined)
  expect(await one.load('a', () => 'made again')).toBeUndefined()
  expect(other.find('a')).toBeUndefined()
})

test('a value that ends is made again, and so is one that is too large', async () => {
  const passing = derived<number>('test passing', { bytesOf, untilOf: (value) => Date.now() + value })
  expect([passing.keep('a', -1), passing.find('a')]).toEqual([-1, undefined])
  expect([passing.keep('b', 60_000), passing.find('b')]).toEqual([60_000, 60_000])
  const large = derived<string>('test large', { bytesOf: () => 1e9 })
  expect([large.keep('a', 'value'), large.find('a')]).toEqual(['value', undefined])
})
