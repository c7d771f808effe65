import { describe, expect, test } from 'vitest'
import { createReplyCache } from './reply-cache.ts'

describe('the reply cache', () => {
  test('finds a reply under its URL and ETag only', () => {
    const cache = createReplyCache()
    cache.set('/a', 'one', 'text')
    expect(String(cache.find('/a', 'one')?.body)).toBe('text')
    expect(cache.find('/a', 'two')).toBeUndefined()
    expect(cache.find('/b', 'one')).toBeUndefined()
  })

  test('keeps what is found as the bytes of the text', () => {
    const cache = createReplyCache()
    cache.set('/a', 'one', 'naïve 文')
    expect(cache.find('/a', 'one')?.body).toEqual(Buffer.from('naïve 文'))
    expect(cache.find('/a', 'one')?.body).toEqual(Buffer.from('naïve 文'))
  })

  test('knows the ETag of a large reply without keeping its body', () => {
    const cache = createReplyCache()
    cache.set('/a', 'one', 'x'.repeat(200_000))
    expect(cache.find('/a', 'one')).toMatchObject({ body: undefined })
  })

  describe('of content whose parts change', () => {
    const contentAt = (count: number, changed: Record<string, number>, variant = '') => ({
      state: {
        name: 'content',
        count,
        hasKept: (asked: Iterable<string>, since: number) => [...asked].every((part) => (changed[part] ?? 0) <= since),
      },
      variant,
    })

    test('keeps a reply under another ETag until one of its parts has changed', () => {
      const cache = createReplyCache()
      cache.set('/a', 'one', 'text', { ...contentAt(1, {}), asked: new Set(['x', 'y']) })
      expect(String(cache.find('/a', 'two', contentAt(2, { z: 2 }))?.body)).toBe('text')
      expect(cache.find('/a', 'two', contentAt(2, { z: 2 }, 'fences'))).toBeUndefined()
      expect(cache.find('/b', 'two', contentAt(2, { z: 2 }))).toBeUndefined()
      expect(cache.find('/a', 'three', contentAt(3, { z: 2, y: 3 }))).toBeUndefined()
    })

    test('keeps a reply of no known part, or of many, by its ETag', () => {
      const cache = createReplyCache()
      const many = new Set(Array.from({ length: 101 }, (_, at) => `part ${at}`))
      for (const [url, asked] of Object.entries({ '/none': new Set<string>(), '/many': many })) {
        cache.set(url, 'one', 'text', { ...contentAt(1, {}), asked })
        expect(cache.find(url, 'two', contentAt(2, {}))).toBeUndefined()
        expect(String(cache.find(url, 'one', contentAt(2, {}))?.body)).toBe('text')
      }
    })
  })

  test('is bounded, and the least recently used replies go first', () => {
    const cache = createReplyCache()
    const body = 'x'.repeat(100_000)
    for (let at = 0; at < 1000; at++) {
      cache.set(`/${at}`, 'one', body)
      cache.find('/0', 'one')
    }
    const found = Array.from({ length: 1000 }, (_, at) => at).filter((at) => cache.find(`/${at}`, 'one'))
    expect(found.length * body.length).toBeLessThanOrEqual(32 * 1024 * 1024)
    expect(found).toContain(0)
    expect(found).toContain(999)
    expect(found).not.toContain(1)
  })
})
