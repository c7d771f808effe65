// URL patterns, as in the manifests of public integrations.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesPattern } from './patterns.ts'

test.each<[string, string, boolean]>([
  ['https://www.figma.example/file/**', 'https://www.figma.example/file/a/b?node=1#x', true],
  ['https://www.figma.example/file/**', 'https://figma.example/file/a', true],
  ['https://www.figma.example/file/**', 'https://figma.example/design/a', false],
  ['https://www.figma.example/file/**', 'http://figma.example/file/a', false],
  ['https://*.tracker.example/browse/**', 'https://team.tracker.example/browse/A-1', true],
  ['https://*.tracker.example/browse/**', 'https://tracker.example/browse/A-1', false],
  ['https://*.tracker.example/browse/**', 'https://evil.example/.tracker.example/browse/A', false],
  ['https://hub.example/*/*/blob/**', 'https://hub.example/a/b/blob/main/x.ts', true],
  ['https://hub.example/*/*/blob/**', 'https://hub.example/a/b/c/blob/main/x.ts', false],
  ['https://boards.example/*', 'https://boards.example/a/b?c', true],
  ['https://*.data.example/embed.html*', 'https://a.data.example/embed.html?id=1', true],
  ['boards.example/**', 'http://boards.example/a', true],
  ['https://Boards.example/A/**', 'https://boards.example/A/b', true],
  ['https://boards.example/A/**', 'https://boards.example/a/b', false],
  ['', 'https://boards.example/', false],
  ['**', 'https://boards.example/', true],
])('%s and %s: %s', (pattern, url, expected) => {
  expect(matchesPattern(pattern, new URL(url))).toBe(expected)
})

const piece = fc.constantFrom('a', '.', '/', '*', '**', '?', '\\', '[', '(a+)+')

test('any text is a pattern, and an address matches itself', async () => {
  await fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const path = pieces.join('')
      const url = new URL(`https://a.example/${path.replaceAll('*', 'a')}`)
      matchesPattern(path, url)
      expect(matchesPattern(url.href.replaceAll('*', ''), url)).toBe(true)
    }),
  )
})
