// What `npm run bench` fails below. Ratios are requests per second next to a bare server of `node:http` that sends the
// same bytes; cold ones have a commit before every request. Some are goals that are not reached yet:
// docs/PERFORMANCE.md says which.
import type { Comparison } from './compare.ts'
import type { MeasuredDatabase } from './databases.ts'
import type { Growth } from './scaling.ts'

type Name = MeasuredDatabase['name']

export const FLOORS: Record<Name, Record<string, number>> = {
  SQLite: {
    'a page, 200 in turn': 0.65,
    'a page as markdown, 200 in turn': 0.65,
    'the tree of 200 pages': 0.8,
    'list 25 change requests': 0.45,
    'list about 25 spaces': 0.45,
    'list about 25 members': 0.45,
    'list 25 comments': 0.45,
    'search a space, 16 words in turn': 0.25,
    'create a space': 0.3,
  },
  PostgreSQL: {
    'a page, 200 in turn': 0.35,
    'a page as markdown, 200 in turn': 0.35,
    'list 25 change requests': 0.2,
    'list about 25 spaces': 0.2,
    'list about 25 members': 0.2,
    'list 25 comments': 0.2,
    'search a space, 16 words in turn': 0.15,
  },
}

/** How much longer the same work may take where there is a hundred or ten thousand times as much. */
export const MAX_GROWTH = 1.3

/** Milliseconds until a search among 10,000 pages is answered, one at a time. */
export const MAX_SEARCH_P95 = 20

/** The sentences that say what is below its floor. */
export function listFailures(name: Name, comparisons: readonly Comparison[], growths: readonly Growth[]): string[] {
  const slow = comparisons
    .filter((each) => each.ratio < (FLOORS[name][each.name] ?? 0))
    .map((each) => `${name}, ${each.name}: ${each.ratio.toFixed(2)} is below ${FLOORS[name][each.name]}.`)
  const grown = growths
    .filter(({ ratio }) => ratio > MAX_GROWTH)
    .map((each) => `${name}, ${each.name}: takes ${each.ratio.toFixed(2)} times as long, more than ${MAX_GROWTH}.`)
  return [...slow, ...grown]
}
