// Lists matches by level, best first. PostgreSQL looks all levels up in one statement; SQLite stops early.
import { sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import { ask, listMatches, type MatchFilter, matching, type SearchHit, toQuery, toTsquery } from './search.ts'
import type { SearchExpression } from './search-terms.ts'
import type { Db } from './tables.ts'

export type RankedHit = SearchHit & { level: number }

export interface RankedFilter extends MatchFilter {
  /** How many matches there are, if the caller knows. */
  total?: Promise<number>
}

/** Where to begin: a level, and an id in it after which its pages come. */
type Start = readonly [level: number, after?: number]

const isWhole = ([from, after]: Start): boolean => from === 0 && after === undefined

/** Lists the best matches. Each level leaves the matches of the one before it out; all match the last one. */
export const listByLevel = (
  db: Db,
  levels: readonly SearchExpression[],
  number: number,
  start: Start,
  filter: RankedFilter,
): Promise<RankedHit[]> => (isSqlite(db) ? askByLevel : askAll)(db, levels, number, start, filter)

/** Without parallel workers, PostgreSQL looks a level up only if those before it had too few. */
const askAll: typeof listByLevel = async (db, levels, number, [from, after], { total, ...filter }) => {
  if (from >= levels.length) return []
  const parts = [...levels.entries()].slice(from).map(([level, expression]) => {
    const query = toTsquery(expression, number)
    const found = matching(db, query, number, { ...filter, after: level === from ? after : undefined })
    return sql`(select ${sql.lit(level)} as level, id from (${found}) as page)`
  })
  // Sorting all matches of a level takes half as long without their texts.
  return ask(
    db,
    sql<RankedHit>`
      select found.level, page.id, page.page_id, page.sections
      from (select * from (${sql.join(parts, sql` union all `)}) as matches limit ${filter.limit}) as found
      join search_pages page on page.id = found.id order by found.level, page.id`,
  )
}

const askByLevel: typeof listByLevel = (db, levels, number, start, { total, ...filter }) =>
  isWhole(start) ? askFromStart(db, levels, number, filter, total) : askFrom(db, levels, number, start, filter)

async function askFrom(
  db: Db,
  levels: readonly SearchExpression[],
  number: number,
  [from, after]: Start,
  { limit, ...filter }: MatchFilter,
): Promise<RankedHit[]> {
  const found: RankedHit[] = []
  for (let level = from; level < levels.length && found.length < limit; level++) {
    const rest = { ...filter, limit: limit - found.length, after: level === from ? after : undefined }
    for (const row of await listMatches(db, levels[level]!, number, rest)) found.push({ level, ...row })
  }
  return found
}

// From the start, all matches of better levels are known here. Leaving them out by their ids is much quicker than by
// their words: SQLite would collect the words of a short prefix again and again.
async function askFromStart(
  db: Db,
  levels: readonly SearchExpression[],
  number: number,
  filter: MatchFilter,
  total: Promise<number> | undefined,
): Promise<RankedHit[]> {
  const found: RankedHit[] = []
  const rest = () => ({ ...filter, limit: filter.limit - found.length, known: found.map(({ id }) => id) })
  let count = await total
  for (const [level, { all }] of levels.entries()) {
    if (found.length >= Math.min(filter.limit, count ?? filter.limit)) break
    const rows = await listMatches(db, { all }, number, rest())
    for (const row of rows) found.push({ level, ...row })
    // Whoever looks for a title finds it at once, and often nothing else. Asked once: it takes as long as a level.
    if (count === undefined && rows.length > 0 && found.length < filter.limit && level < levels.length - 2)
      count = found.length + (await countFirst(db, levels.at(-1)!, number, rest()))
  }
  return found
}

/** Counts matches up to the limit. */
async function countFirst(db: Db, { all }: SearchExpression, number: number, choice: MatchFilter): Promise<number> {
  const query = await toQuery(db, { all }, number)
  if (query === undefined) return 0
  const found = matching(db, query, number, choice)
  const [row] = await ask(db, sql<{ count: number }>`select count(*) as count from (${found}) as found`)
  return row!.count
}
