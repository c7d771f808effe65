// Finds matching pages, level by level from the best; within a level in index order. Only the requested results are
// ranked.

import type { Page, Slice } from '../../db/keyset.ts'
import {
  countMatches,
  isAmong,
  listMatchingSpaces,
  type MatchFilter,
  type SearchHit,
  type SpaceCondition,
} from '../../db/search.ts'
import { listByLevel, type RankedHit } from '../../db/search-levels.ts'
import type { SearchExpression } from '../../db/search-terms.ts'
import type { Db } from '../../db/tables.ts'
import { queryLevelsOf } from '../../domain/documents/index.ts'
import { invalid } from '../../errors.ts'

/** The matching pages of the space with this number in the index. */
export async function takeMatches(db: Db, number: number, query: string, page: Page): Promise<Slice<SearchHit>> {
  const levels = expressionsOf(query)
  const after = readCursor(page, levels.length)
  if (levels.length === 0) return { rows: [], count: 0, next: undefined }
  // Each takes PostgreSQL a while, so it does both at once.
  const total = countMatches(db, { all: levels.at(-1)!.all }, number)
  const [count, found] = await Promise.all([
    total,
    page.limit === 0 ? [] : listByLevel(db, levels, number, after, { limit: page.limit + 1, total }),
  ])
  const last = found.length > page.limit ? found[page.limit - 1] : undefined
  return { rows: found.slice(0, page.limit), count, next: last && [String(last.level), String(last.id)] }
}

/** The first matches, best first. */
export const listBest = (db: Db, number: number, query: string, choice: MatchFilter): Promise<RankedHit[]> =>
  listByLevel(db, expressionsOf(query), number, [0], choice)

/** The best matching level of each space that meets the condition, by number. Spaces without a match are left out. */
export const findBestLevels = (db: Db, query: string, isMeant: SpaceCondition): Promise<Map<number, number>> =>
  findBest(db, expressionsOf(query), isMeant)

/** The spaces ordered by their best level. */
export function takeBest(best: ReadonlyMap<number, number>, query: string, page: Page): Slice<number> {
  const [from, after = 0] = readCursor(page, queryLevelsOf(query).length)
  const sorted = [...best].sort(([a, one], [b, other]) => one - other || a - b)
  const rest = sorted.filter(([number, level]) => level > from || (level === from && number > after))
  const shown = rest.slice(0, page.limit)
  const last = rest.length > page.limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(([number]) => number),
    count: best.size,
    next: last && [String(last[1]), String(last[0])],
  }
}

// What matches a level matches the last one too: the rest of the levels is looked up only for the spaces of that.
async function findBest(db: Db, levels: readonly SearchExpression[], isMeant: SpaceCondition) {
  const best = new Map<number, number>()
  const last = levels.length - 1
  if (last < 0) return best
  let rest = await listMatchingSpaces(db, { all: levels[last]!.all }, isMeant)
  for (const [level, { all }] of levels.slice(0, last).entries()) {
    if (rest.length === 0) return best
    for (const number of await listMatchingSpaces(db, { all }, isAmong(db, rest))) best.set(number, level)
    rest = rest.filter((number) => !best.has(number))
  }
  for (const number of rest) best.set(number, last)
  return best
}

// Each level excludes the matches of the level before it.
function expressionsOf(query: string): SearchExpression[] {
  const levels = queryLevelsOf(query)
  return levels.map((all, at) => (at === 0 ? { all } : { all, except: levels[at - 1]! }))
}

function readCursor({ after }: Page, levels: number): readonly [number, number?] {
  if (after === undefined) return [0]
  const [level, id, ...more] = after.map((key) => (/^\d{1,15}$/.test(key) ? Number(key) : Number.NaN))
  if (more.length === 0 && level! < Math.max(levels, 1) && id! >= 0) return [level!, id!]
  throw invalid({ path: 'page', message: 'is not a page of this list' })
}
