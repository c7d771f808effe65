import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

test('a cache stays below its bound, and what was used least recently goes first', () => {
  const cache = createCache<{ at: number }>(100_000)
  for (let at = 0; at < 100; at++) {
    cache.set(String(at), { at }, 4000)
    cache.get('0')
  }
  const kept = Array.from({ length: 100 }, (_, at) => cache.get(String(at))?.at).filter((at) => at !== undefined)
  expect(kept.length).toBeLessThanOrEqual(25)
  expect(kept).toContain(0)
  expect(kept).toContain(99)
  expect(kept).not.toContain(1)
})

test('a value that is large next to the cache is not kept, and pushes nothing out', () => {
  const cache = createCache<object>(10_000)
  const small = {}
  cache.set('small', small, 100)
  cache.set('large', {}, 5000)
  expect(cache.get('large')).toBeUndefined()
  expect(cache.get('small')).toBe(small)
})

test('what is deleted is gone', () => {
  const cache = createCache<object>(10_000)
  for (const key of ['a', 'b', 'c']) cache.set(key, {}, 10)
  cache.delete('a')
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')).toBeDefined()
  cache.clear()
  expect(cache.get('b')).toBeUndefined()
})
