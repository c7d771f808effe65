// Searches the full-text index. SQLite stores the words of a page in an FTS5 table, PostgreSQL in a tsvector. Both store sets of
// words that `lib/words.ts` has split and folded, so both find the same pages. The id of a page starts with the number
// of its space, so that the pages of a space are a range of ids and finding the spaces of matches needs no join.
import { type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '../lib/words.ts'
import { isOneOf, isSqlite } from './dialect.ts'
import { PAGES_PER_SPACE, within } from './search-ids.ts'
import { type SearchExpression, toMatch } from './search-terms.ts'
import type { Db } from './tables.ts'

/**
 * Runs a query on words. PostgreSQL underestimates the cost of a sequential scan, because words are stored out of line,
 * so this forces it to use the index.
 */
export async function ask<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  if (isSqlite(db)) return (await query.execute(db)).rows
  if (!db.isTransaction) return db.transaction().execute((transaction) => ask(transaction, query))
  await PLAN.execute(db)
  return (await query.execute(db)).rows
}

const PLAN = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)`

/** Counts the matching pages of a space. */
export async function countMatches(db: Db, expression: SearchExpression, number: number): Promise<number> {
  const query = await toQuery(db, expression, number)
  if (query === undefined) return 0
  const matching = isSqlite(db)
    ? sql`search_words where search_words match ${query} and ${within(sql.ref('rowid'), number)}`
    : sql`search_pages where words @@ ${query}::tsquery`
  const [row] = await ask(db, sql<{ count: number }>`select count(*) as count from ${matching}`)
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

/** The ids of the first matching pages. */
export function matching(db: Db, query: string, number: number, choice: MatchFilter): RawBuilder<unknown> {
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

/** The expression in the language of the database; undefined if nothing can match. */
export const toQuery = async (db: Db, expression: SearchExpression, number?: number): Promise<string | undefined> =>
  isSqlite(db) ? toMatch(db, expression) : toTsquery(expression, number)

// Words contain only letters and numbers, so they need no escaping in quotes.
export function toTsquery({ all, except }: SearchExpression, number?: number): string {
  const text = (words: readonly SearchTerm[]) =>
    words.map(({ word, prefix }) => (prefix ? `'${word}':*` : `'${word}'`)).join(' & ')
  const space = number === undefined ? '' : `'${spaceWord(number)}' & `
  return space + (except ? `(${text(all)}) & !(${text(except)})` : text(all))
}

/** In PostgreSQL, the space of a page is one of its words, so that one index serves both. */
export const spaceWord = (number: number): string => `s${number}`
