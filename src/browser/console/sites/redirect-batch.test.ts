import { expect, test } from 'vitest'
import { linesOf } from './redirect-batch.ts'

const PLACES = [
  { prefix: '/guides/v2', spaceId: 'two' },
  { prefix: '/guides', spaceId: 'one' },
]

test('lines of a file become redirects to paths of the site and to other addresses', () => {
  const text =
    'from,to,permanent\n/old,/guides/v2/start,yes\n/away,https://example.com/,\n/all/*,guides\n/none,/nowhere\na b,/guides'
  expect(linesOf(text, PLACES)).toEqual([
    {
      line: 2,
      source: '/old',
      redirect: { source: '/old', destination: { kind: 'path', spaceId: 'two', path: 'start' }, permanent: true },
    },
    {
      line: 3,
      source: '/away',
      redirect: { source: '/away', destination: { kind: 'external', url: 'https://example.com/' }, permanent: false },
    },
    {
      line: 4,
      source: '/all/*',
      redirect: {
        source: '/all/*',
        destination: { kind: 'path', spaceId: 'one', path: '' },
        permanent: false,
        captureWildcard: true,
      },
    },
    { line: 5, source: '/none', fault: 'target' },
    { line: 6, source: 'a b', fault: 'source' },
  ])
})
