import { expect, test } from 'vitest'
import { entriesOf, type Revision } from './entries.ts'

const at = (id: string, minute: number, author: string, type: Revision['type'] = 'edits') =>
  ({ id, type, createdBy: { id: author }, createdAt: new Date(minute * 60_000).toISOString() }) as Revision

test('what one author saved within ten minutes is one entry; merges and other authors are their own', () => {
  const revisions = [
    at('g', 60, 'ann'),
    at('f', 55, 'ann'),
    at('e', 40, 'ann'),
    at('d', 39, 'bea'),
    at('c', 38, 'bea', 'merge'),
    at('b', 37, 'bea'),
    at('a', 28, 'bea'),
  ]
  expect(entriesOf(revisions).map(({ id }) => id)).toEqual(['g', 'e', 'd', 'c', 'b'])
})
