// What `npm run bench` fails below. Ratios are requests per second next to a bare server of `node:http` that sends the
// same bytes; cold ones have a commit before every request. Some are goals that are not reached yet:
// docs/PERFORMANCE.md says which.
import type { Comparison } from './compare.ts'
import type { MeasuredDatabase } from './databases.ts'
import type { Growth } from './scaling.ts'
import type { WritingFigures } from './writing.ts'

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

/** What is done at least, per second. */
export const RATES: Record<Name, Record<string, number>> = {
  SQLite: {
    'create a page of 3 KB, 4 writers': 400,
    'update a page of 3 KB, 4 writers': 400,
    'read pages while 2 write': 5000,
  },
  PostgreSQL: { 'update a page of 3 KB, 4 writers': 150 },
}

/** Megabytes of memory after all that, and when idle, on SQLite. */
const MAX_MEMORY = 250
const MAX_IDLE_MEMORY = 100

/** Milliseconds that a start on the data of the run takes, on SQLite. */
const MAX_START = 500

/** How much longer the same work may take where there is a hundred or ten thousand times as much. */
const MAX_GROWTH = 1.3

/** Milliseconds until a search among 10,000 pages is answered, one at a time. */
const MAX_SEARCH_P95 = 20

interface Measured {
  name: Name
  comparisons: readonly Comparison[]
  growths: readonly Growth[]
  searchP95: number
  writing: WritingFigures
  startMilliseconds: number
  idleMemoryMB: number
}

/** The sentences that say what is below its floor. */
export function listFailures(measured: Measured): string[] {
  const { name, comparisons, growths, searchP95, writing } = measured
  const slow = comparisons
    .filter((each) => each.ratio < (FLOORS[name][each.name] ?? 0))
    .map((each) => `${name}, ${each.name}: ${each.ratio.toFixed(2)} is below ${FLOORS[name][each.name]}.`)
  const grown = growths
    .filter(({ ratio }) => ratio > MAX_GROWTH)
    .map((each) => `${name}, ${each.name}: takes ${each.ratio.toFixed(2)} times as long, more than ${MAX_GROWTH}.`)
  const seldom = Object.entries(writing.rates)
    .filter(([work, rate]) => rate < (RATES[name][work] ?? 0))
    .map(([work, rate]) => `${name}, ${work}: ${Math.round(rate)} a second is below ${RATES[name][work]}.`)
  const late = searchP95 > MAX_SEARCH_P95 ? [`${name}: the p95 of a search is ${searchP95.toFixed(1)} ms.`] : []
  return [...slow, ...grown, ...seldom, ...late, ...(name === 'SQLite' ? listExcesses(measured) : [])]
}

function listExcesses({ name, writing, startMilliseconds, idleMemoryMB }: Measured): string[] {
  return [
    ...(writing.memoryMB > MAX_MEMORY ? [`${name}: ${writing.memoryMB} MB of memory.`] : []),
    ...(idleMemoryMB > MAX_IDLE_MEMORY ? [`${name}: ${idleMemoryMB} MB of memory when idle.`] : []),
    ...(startMilliseconds > MAX_START ? [`${name}: a start takes ${startMilliseconds} ms.`] : []),
  ]
}
