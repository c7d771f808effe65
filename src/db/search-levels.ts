// Lists matches by level, best first. PostgreSQL looks all levels up in one statement and keeps what it found, because it has
// to look at all matches of a level; SQLite stops early.
import { sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import { type KeptPlace, keepingPlaces } from './kept-matches.ts'
import { prepared } from './prepared.ts'
import { ask, listMatches, type MatchFilter, matching, type SearchHit, toQuery, toTsquery } from './search.ts'
import type { SearchExpression } from './search-terms.ts'
import type { Db } from './tables.ts'
import { wordsStateOf } from './words-state.ts'

export type RankedHit = SearchHit & { level: number }

/** What the caller knows of all matches. */
export interface RankedFilter extends MatchFilter {
  /** The state of the words. */
  words?: string | undefined
  /** How many there are. */
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
): Promise<RankedHit[]> => (isSqlite(db) ? askByLevel : askOnce)(db, levels, number, start, filter)

const askOnce: typeof listByLevel = async (db, levels, number, start, { words, ...filter }) => {
  if (start[0] >= levels.length) return []
  const isPlain = isWhole(start) && !filter.among && !filter.without?.length
  const keeping = isPlain ? keepingPlaces(db, words, levels, filter.limit) : undefined
  const known = keeping?.get()
  const same = known && (await readPlaces(db, known, number, words!))
  if (same) return same
  const found = await askAll(db, levels, number, start, filter)
  if (found.length > 0)
    keeping?.set(
      found.map(({ level, id }) => [level, id]),
      found[0]!.state,
    )
  return found
}

/** The rows at these places; undefined if the words have changed. */
async function readPlaces(db: Db, places: readonly KeptPlace[], number: number, words: string) {
  const rows = await readRows(db, { ids: places.map(([, id]) => id), number })
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (byId.size < places.length || rows[0]!.state !== words) return undefined
  return places.map(([level, id]): RankedHit => ({ level, ...byId.get(id)! }))
}

const readRows = prepared<{ ids: number[]; number: number }, SearchHit & { state: string }>(
  (_db, param) => sql<SearchHit & { state: string }>`
    select id, page_id, sections, ${wordsStateOf(param('number'))} as state from search_pages
    where id = any(${param('ids')}::bigint[])`,
  { keepsRows: false },
)

/** Without parallel workers, PostgreSQL looks a level up only if those before it had too few. */
function askAll(
  db: Db,
  levels: readonly SearchExpression[],
  number: number,
  [from, after]: Start,
  filter: MatchFilter,
) {
  const parts = [...levels.entries()].slice(from).map(([level, expression]) => {
    const query = toTsquery(expression, number)
    const found = matching(db, query, number, { ...filter, after: level === from ? after : undefined })
    return sql`(select ${sql.lit(level)} as level, id from (${found}) as page)`
  })
  // Sorting all matches of a level takes half as long without their texts.
  return ask(
    db,
    sql<RankedHit & { state: string }>`
      select found.level, page.id, page.page_id, page.sections, ${wordsStateOf(number)} as state
      from (select * from (${sql.join(parts, sql` union all `)}) as matches limit ${filter.limit}) as found
      join search_pages page on page.id = found.id order by found.level, page.id`,
  )
}

const askByLevel: typeof listByLevel = (db, levels, number, start, { words, total, ...filter }) =>
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
