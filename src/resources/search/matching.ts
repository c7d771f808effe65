// Which pages match, level by level from the best; within a level in the order in which they were indexed. A page of
// results costs what it shows: nothing is ranked that is not asked for.

import type { Page, Slice } from '../../db/keyset.ts'
import { countFound, type Expression, type Found, listFound, listSpacesWith, searching } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { levelsOf } from './page-words.ts'

/** The pages of a space that match; `number` is the space's in the index. */
export async function takeMatches(db: Db, number: number, query: string, page: Page): Promise<Slice<Found>> {
  const levels = expressionsOf(query)
  const after = readCursor(page, levels.length)
  if (levels.length === 0) return { rows: [], count: 0, next: undefined }
  const { count, found } = await searching(db, async (db) => ({
    count: await countFound(db, { all: levels.at(-1)!.all }, number),
    found: page.limit === 0 ? [] : await listFrom(db, levels, number, after, page.limit + 1),
  }))
  const last = found.length > page.limit ? found[page.limit - 1] : undefined
  return { rows: found.slice(0, page.limit), count, next: last && [String(last.level), String(last.id)] }
}

async function listFrom(
  db: Db,
  levels: readonly Expression[],
  number: number,
  [from, after]: readonly [number, number?],
  limit: number,
): Promise<(Found & { level: number })[]> {
  const found: (Found & { level: number })[] = []
  for (let level = from; level < levels.length && found.length < limit; level++) {
    const rest = { limit: limit - found.length, after: level === from ? after : undefined }
    found.push(...(await listFound(db, levels[level]!, number, rest)).map((row) => ({ ...row, level })))
  }
  return found
}

/** The spaces among these (by number) that match, those with the best page first. */
export async function takeSpaces(
  db: Db,
  numbers: readonly number[],
  query: string,
  page: Page,
): Promise<Slice<number>> {
  const levels = expressionsOf(query)
  const [from, after = 0] = readCursor(page, levels.length)
  const best = await searching(db, (db) => findBest(db, levels, numbers))
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

/** The best level at which each space matches. */
async function findBest(db: Db, levels: readonly Expression[], numbers: readonly number[]) {
  const best = new Map<number, number>()
  for (const [level, { all }] of levels.entries()) {
    const rest = numbers.filter((number) => !best.has(number))
    if (rest.length === 0) break
    for (const number of await listSpacesWith(db, { all }, rest)) best.set(number, level)
  }
  return best
}

// Each level without what an earlier one has found.
function expressionsOf(query: string): Expression[] {
  const levels = levelsOf(query)
  return levels.map((all, at) => (at === 0 ? { all } : { all, except: levels[at - 1]! }))
}

function readCursor({ after }: Page, levels: number): readonly [number, number?] {
  if (after === undefined) return [0]
  const [level, id, ...more] = after.map((key) => (/^\d{1,15}$/.test(key) ? Number(key) : Number.NaN))
  if (more.length === 0 && level! < Math.max(levels, 1) && id! >= 0) return [level!, id!]
  throw invalid({ path: 'page', message: 'is not a page of this list' })
}
