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
    expect(cache.find('/a', 'one')).toEqual({ body: undefined })
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
