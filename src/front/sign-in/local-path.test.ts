import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

const BASES = ['https://docs.example.com', 'http://127.0.0.1:4000', 'https://example.com/docs']

/** Characters that browsers parse in surprising ways. */
const pieces = fc.constantFrom(
  '/',
  '\\',
  '//',
  '.',
  '..',
  '@',
  ':',
  '?',
  '#',
  '%2f',
  '%5c',
  '\t',
  '\n',
  ' ',
  'evil.example',
  'a',
  '\u2028',
  '；',
)

test('every accepted path stays on the same server', () => {
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => `/${parts.join('')}`),
      (text) => {
        const path = localPath(text)
        if (path === undefined) return
        for (const base of BASES) expect(new URL(base + path).origin).toBe(new URL(base).origin)
        expect(new URL(path, 'https://docs.example.com').origin).toBe('https://docs.example.com')
      },
    ),
    { numRuns: 2000 },
  )
})

test.each(['/', '/app/spaces/x', '/app?a=1&b=%20#c', '/a/b-c_d~e'])('%s is a local path', (path) => {
  expect(localPath(path)).toBe(path)
})

test.each([
  undefined,
  ['/a'],
  '',
  'a',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  `/${'x'.repeat(2048)}`,
])('%j is none', (text) => {
  expect(localPath(text)).toBeUndefined()
})
