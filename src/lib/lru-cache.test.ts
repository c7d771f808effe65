import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LruCache, StateCache } from './lru-cache.ts'

test('evicts the least recently used entries first, by weight', () => {
  const kept = new LruCache<string>(3)
  for (const key of ['a', 'b', 'c']) kept.set(key, key)
  expect(kept.get('a')).toBe('a')
  kept.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual(['a', undefined, 'c', 'd'])
  kept.set('heavy', 'heavy', 2)
  expect(['a', 'c', 'd', 'heavy'].map((key) => kept.get(key))).toEqual([undefined, undefined, 'd', 'heavy'])
  kept.set('too heavy', 'too heavy', 4)
  expect(['d', 'heavy', 'too heavy'].map((key) => kept.get(key))).toEqual([undefined, undefined, undefined])
  kept.set('again', 'again', 3)
  kept.set('again', 'again', 1)
  kept.set('more', 'more', 2)
  expect([kept.get('again'), kept.get('more')]).toEqual(['again', 'more'])
})

test('with another state, everything goes, and what comes late from the one before is not kept', () => {
  const cache = new StateCache<string, number>(10)
  cache.set('first', 'a', 1, 1)
  expect(cache.has('a')).toBe(false)
  cache.renew('first')
  cache.set('first', 'a', 1, 1)
  expect([cache.get('first', 'a'), cache.get('second', 'a'), cache.has('a')]).toEqual([1, undefined, true])
  cache.renew('first')
  expect(cache.get('first', 'a')).toBe(1)
  cache.renew('second')
  expect([cache.has('a'), cache.get('first', 'a'), cache.get('second', 'a')]).toEqual([false, undefined, undefined])
  cache.set('first', 'b', 2, 1)
  cache.set('second', 'c', 3, 1)
  expect([cache.has('b'), cache.get('second', 'c')]).toEqual([false, 3])
})

test('keeps what a list in order of use would keep', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    does: fc.constantFrom('get', 'set', 'delete'),
    weight: fc.integer({ min: 1, max: 4 }),
  })
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const cache = new LruCache<number>(6)
    let used: { key: string; value: number; weight: number }[] = []
    for (const [value, { key, does, weight }] of steps.entries()) {
      const known = used.find((each) => each.key === key)
      used = used.filter((each) => each !== known)
      if (does === 'get') expect(cache.get(key)).toBe(known?.value)
      if (does === 'get' && known) used.push(known)
      if (does === 'delete') cache.delete(key)
      if (does !== 'set') continue
      cache.set(key, value, weight)
      used.push({ key, value, weight })
      while (used.reduce((sum, each) => sum + each.weight, 0) > 6) used.shift()
    }
    for (const { key, value } of used) expect(cache.get(key)).toBe(value)
    for (const key of 'abcde') if (!used.some((each) => each.key === key)) expect(cache.get(key)).toBeUndefined()
  })
  fc.assert(property, { numRuns: 300 })
})
