// Searches the full-text index. SQLite stores the words of a page in an FTS5 table, PostgreSQL in a tsvector. Both store sets of
// words that `lib/words.ts` has split and folded, so both find the same pages. The id of a page starts with the number
// of its space, so that the pages of a space are a range of ids and finding the spaces of matches needs no join.
import { type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '../lib/words.ts'
import { isOneOf, isSqlite, sendLater } from './dialect.ts'
import { type KeptPlace, keepingCount, keepingPlaces } from './kept-matches.ts'
import { prepared } from './prepared.ts'
import { readingTransaction } from './retrying.ts'
import { type SearchExpression, toMatch } from './search-terms.ts'
import type { Db } from './tables.ts'
import { askTogether } from './together.ts'
import { wordsStateOf } from './words-state.ts'

export const PAGES_PER_SPACE = 2 ** 24

/**
 * Runs a query on words. PostgreSQL underestimates the cost of a sequential scan, because words are stored out of line,
 * so this forces it to use the index.
 */
async function ask<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  if (isSqlite(db)) return (await query.execute(db)).rows
  if (db.isTransaction) {
    await sendLater(db, PLAN)
    return (await query.execute(db)).rows
  }
  const rows = await askTogether<Row>(db, [PLAN.compile(db), query.compile(db)])
  return rows ?? readingTransaction(db, (transaction) => ask(transaction, query))
}

const PLAN = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`

/** Counts the matching pages of a space. `words` is the state of its words as the caller has read it, if it has. */
export async function countMatches(
  db: Db,
  expression: SearchExpression,
  number: number,
  words?: string,
): Promise<number> {
  const keeping = keepingCount(db, words, expression)
  const known = keeping?.get()
  if (known !== undefined) return known
  const query = await toQuery(db, expression, number)
  if (query === undefined) return 0
  const matching = isSqlite(db)
    ? sql`search_words where search_words match ${query} and ${within(sql.ref('rowid'), number)}`
    : sql`search_pages where words @@ ${query}::tsquery`
  const [row] = await ask(
    db,
    sql<{ count: number; state: string | null }>`
      select count(*) as count, ${wordsStateOf(number)} as state from ${matching}`,
  )
  keeping?.set(row!.count, row!.state)
  return row!.count
}

export interface SearchHit {
  id: number
  page_id: string
  sections: string
}

/** Limits and filters for matches. */
export interface MatchFilter {
  limit: number
  /** Only pages after this id. */
  after?: number | undefined
  /** Only these pages, or all except these. */
  among?: readonly string[]
  without?: readonly string[]
  /** Ids of matches that are known already; only a few, and only on SQLite. */
  known?: readonly number[]
}

/** What the caller knows of all matches. */
export interface RankedFilter extends MatchFilter {
  /** The state of the words. */
  words?: string | undefined
  /** How many there are. */
  total?: Promise<number>
}

/** Lists matching pages of a space, ordered by id. */
export async function listMatches(
  db: Db,
  expression: SearchExpression,
  number: number,
  choice: MatchFilter,
): Promise<SearchHit[]> {
  const query = await toQuery(db, expression, number)
  if (query === undefined) return []
  return ask(
    db,
    sql<SearchHit>`
      select id, page_id, sections from search_pages where id in (${matching(db, query, number, choice)})
      order by id`,
  )
}

export type RankedHit = SearchHit & { level: number }

/** Where to begin: a level, and an id in it after which its pages come. */
type Start = readonly [level: number, after?: number]

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
  const isPlain = start[0] === 0 && start[1] === undefined && !filter.among && !filter.without?.length
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
  return places.map(([level, id]): RankedHit => ({ ...byId.get(id)!, level }))
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

const askByLevel: typeof listByLevel = async (db, levels, number, [from, after], { words, total, ...filter }) => {
  const { limit } = filter
  const found: RankedHit[] = []
  const known = () => found.map(({ id }) => id)
  // From the start, all matches of better levels are known here. Leaving them out by their ids is much quicker than by
  // their words: SQLite would collect the words of a short prefix again and again.
  const isWhole = from === 0 && after === undefined
  let count = isWhole ? await total : undefined
  let mayCount = isWhole && count === undefined
  for (let level = from; level < levels.length && found.length < Math.min(limit, count ?? limit); level++) {
    const { all } = levels[level]!
    const rest = { ...filter, limit: limit - found.length, after: level === from ? after : undefined }
    const rows = isWhole
      ? await listMatches(db, { all }, number, { ...rest, known: known() })
      : await listMatches(db, levels[level]!, number, rest)
    for (const row of rows) found.push({ ...row, level })
    if (!mayCount || rows.length === 0 || found.length >= limit || level + 2 >= levels.length) continue
    // Whoever looks for a title finds it at once, and often nothing else.
    const others = await countFirst(db, levels.at(-1)!, number, {
      ...filter,
      limit: limit - found.length,
      known: known(),
    })
    if (found.length + others < limit) count = found.length + others
    mayCount = false
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

/** The ids of the first matching pages. */
function matching(db: Db, query: string, number: number, choice: MatchFilter): RawBuilder<unknown> {
  const { limit, after, known = [] } = choice
  const isNew = known.length === 0 ? sql`` : sql`and rowid not in (${sql.join(known.map((each) => BigInt(each)))})`
  return isSqlite(db)
    ? sql`
        select rowid from search_words
        where search_words match ${query} and ${within(sql.ref('rowid'), number, after)}
          ${isNew}
          ${isChosen(
            db,
            choice,
            (listed, isIn) => sql`and rowid ${isIn} (
              select id from search_pages where ${within(sql.ref('id'), number)} and ${listed})`,
          )}
        order by rowid limit ${limit}`
    : sql`
        select id from search_pages
        where words @@ ${query}::tsquery
          ${after === undefined ? sql`` : sql`and id + 0 > ${BigInt(after)}`}
          ${isChosen(db, choice, (listed, isIn) => sql`and ${isIn === IN ? sql`` : sql`not`} ${listed}`)}
        order by id limit ${limit}`
}

const IN = sql`in`
const NOT_IN = sql`not in`

/** What is left out is a list of its own: SQLite would else search the index once for every page that is left. */
function isChosen(
  db: Db,
  { among, without = [] }: MatchFilter,
  condition: (listed: RawBuilder<unknown>, isIn: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!among && without.length === 0) return sql``
  return condition(isOneOf(db, sql.ref('page_id'), among ?? without), among ? IN : NOT_IN)
}

const SPACE = BigInt(PAGES_PER_SPACE)

/** A condition for the number of a space in the index. */
export type SpaceCondition = (number: RawBuilder<unknown>) => RawBuilder<unknown>

/** Holds for these spaces. */
export const isAmong =
  (db: Db, numbers: readonly number[]): SpaceCondition =>
  (number) =>
    isSqlite(db)
      ? sql`${number} in (select value from json_each(${JSON.stringify(numbers)}))`
      : sql`${number} = any(${[...numbers]}::bigint[])`

/** Lists the spaces that have a matching page and meet the condition, which is asked only about spaces with a match. */
export async function listMatchingSpaces(
  db: Db,
  expression: SearchExpression,
  isMeant: SpaceCondition,
): Promise<number[]> {
  const query = await toQuery(db, expression)
  if (query === undefined) return []
  const matching = isSqlite(db)
    ? sql`select distinct rowid / ${SPACE} as number from search_words where search_words match ${query}`
    : sql`select distinct id / ${SPACE}::bigint as number from search_pages where words @@ ${query}::tsquery`
  const rows = await ask(
    db,
    sql<{ number: number }>`select number from (${matching}) as found where ${isMeant(sql.ref('found.number'))}`,
  )
  return rows.map(({ number }) => number)
}

// Uses BigInt: other numbers beyond 32 bits reach SQLite as floating point, which its full-text search ignores.
function within(id: RawBuilder<unknown>, number: number, after = number * PAGES_PER_SPACE): RawBuilder<boolean> {
  return sql<boolean>`${id} > ${BigInt(after)} and ${id} < ${BigInt((number + 1) * PAGES_PER_SPACE)}`
}

/** The expression in the language of the database; undefined if nothing can match. */
const toQuery = async (db: Db, expression: SearchExpression, number?: number): Promise<string | undefined> =>
  isSqlite(db) ? toMatch(db, expression) : toTsquery(expression, number)

// Words contain only letters and numbers, so they need no escaping in quotes.
function toTsquery({ all, except }: SearchExpression, number?: number): string {
  const text = (words: readonly SearchTerm[]) =>
    words.map(({ word, prefix }) => (prefix ? `'${word}':*` : `'${word}'`)).join(' & ')
  const space = number === undefined ? '' : `'${spaceWord(number)}' & `
  return space + (except ? `(${text(all)}) & !(${text(except)})` : text(all))
}

/** In PostgreSQL, the space of a page is one of its words, so that one index serves both. */
export const spaceWord = (number: number): string => `s${number}`
