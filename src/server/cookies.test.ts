import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { cookieNamed } from './cookies.ts'
import { createUrls } from './urls.ts'

function written(base: string): string {
  const lines: string[] = []
  const reply = { header: (_name: string, value: string) => lines.push(value) } as unknown as FastifyReply
  cookieNamed('lectern_session', createUrls(base)).write(reply, 'value', 60)
  return lines.join()
}

const read = (cookie: string, base = 'http://127.0.0.1') =>
  cookieNamed('a', createUrls(base)).read({ headers: { cookie } } as FastifyRequest)

test('over TLS, a cookie is for TLS only and for this very host', () => {
  expect(written('https://docs.example.com')).toBe(
    '__Host-lectern_session=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(written('https://example.com/docs')).toBe(
    'lectern_session=value; Max-Age=60; Path=/docs; HttpOnly; SameSite=Lax; Secure',
  )
  expect(written('http://127.0.0.1:4000')).toBe('lectern_session=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
})

test('reads its own cookie among others, and ignores values it would not write', () => {
  expect(read('b=1; a=2; c=3')).toBe('2')
  expect(read('a=2', 'https://docs.example.com')).toBeUndefined()
  expect(read('__Host-a=2', 'https://docs.example.com')).toBe('2')
  for (const cookie of ['', 'b=1', 'a=', 'a', 'a=%00', `a=${'x'.repeat(2001)}`, 'aa=1', 'a="1"'])
    expect(read(cookie), cookie).toBeUndefined()
})
