// The full-text index. SQLite stores the words of a page in an FTS5 table, PostgreSQL in a tsvector. Both store sets of
// words that `lib/words.ts` has split and folded, so both find the same pages. The id of a page starts with the number
// of its space, so that the pages of a space are a range of ids and finding the spaces of matches needs no join.
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '../lib/words.ts'
import { asList, isInList, isOneOf, isSqlite } from './dialect.ts'
import { prepared } from './prepared.ts'
import { readingTransaction } from './retrying.ts'
import type { Db } from './tables.ts'

const PAGES_PER_SPACE = 2 ** 24

/** Matches pages with every word of `all`, except pages that also have every word of `except`. */
export interface SearchExpression {
  all: readonly SearchTerm[]
  except?: readonly SearchTerm[]
}

export interface IndexedSpace {
  id: string
  number: number
}

export interface IndexedPage {
  pageId: string
  words: readonly string[]
  /** The text for excerpts. */
  sections: string
}

/** Replaces the `old` pages of a space. Pages that are in both lists keep their ids. */
export async function replaceSearchPages(
  db: Db,
  space: IndexedSpace,
  old: readonly string[],
  pages: readonly IndexedPage[],
): Promise<void> {
  const ids = await removePages(db, space, old)
  const isNew = pages.some(({ pageId }) => !ids.has(pageId))
  let last = isNew ? Math.max(await findLastId(db, space), ...ids.values()) : 0
  for (const page of pages) await insertPage(db, ids.get(page.pageId) ?? ++last, space.id, page)
}

/** Returns the ids that they had. */
async function removePages(db: Db, { id }: IndexedSpace, pageIds: readonly string[]): Promise<Map<string, number>> {
  if (pageIds.length === 0) return new Map()
  const rows = await removeRows(db, { spaceId: id, pageIds: asList(db, pageIds) })
  return new Map(rows.map((row) => [row.page_id, row.id]))
}

const removeRows = prepared<{ spaceId: string; pageIds: unknown }, { id: number; page_id: string }>(
  (db, param) =>
    db
      .deleteFrom('search_pages')
      .where('space_id', '=', param('spaceId'))
      .where(isInList(db, sql.ref('page_id'), param('pageIds')))
      .returning(['id', 'page_id']),
  { keepsRows: false },
)

async function findLastId(db: Db, { number }: IndexedSpace): Promise<number> {
  const [row] = await findLast(db, { from: number * PAGES_PER_SPACE, to: (number + 1) * PAGES_PER_SPACE })
  return row!.id ?? number * PAGES_PER_SPACE
}

const findLast = prepared<{ from: number; to: number }, { id: number | null }>(
  (_db, param) =>
    sql<{ id: number | null }>`
      select max(id) as id from search_pages where id > ${param('from')} and id < ${param('to')}`,
  { keepsRows: false },
)

async function insertPage(db: Db, id: number, spaceId: string, { pageId, words, sections }: IndexedPage) {
  const columns = 'insert into search_pages (id, space_id, page_id, sections'
  if (!isSqlite(db)) {
    const text = `${columns}, words) values ($1, $2, $3, $4, array_to_tsvector($5::text[]))`
    const marked = [...words, spaceWord(Math.floor(id / PAGES_PER_SPACE))]
    await db.executeQuery(CompiledQuery.raw(text, [id, spaceId, pageId, sections, marked]))
    return
  }
  await db.executeQuery(CompiledQuery.raw(`${columns}) values (?, ?, ?, ?)`, [BigInt(id), spaceId, pageId, sections]))
  const text = 'insert into search_words (rowid, words) values (?, ?)'
  await db.executeQuery(CompiledQuery.raw(text, [BigInt(id), words.join(' ')]))
}

/**
 * Runs queries on words. PostgreSQL underestimates the cost of a sequential scan, because words are stored out of line,
 * so this forces it to use the index.
 */
export async function withSearchPlan<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (isSqlite(db)) return work(db)
  if (!db.isTransaction) return readingTransaction(db, (transaction) => withSearchPlan(transaction, work))
  await sql`set local enable_seqscan = off`.execute(db)
  await sql`set local enable_indexscan = off`.execute(db)
  return work(db)
}

/** Counts the matching pages of a space. */
export async function countMatches(db: Db, expression: SearchExpression, number: number): Promise<number> {
  const { rows } = await (isSqlite(db)
    ? sql<{ count: number }>`
        select count(*) as count from search_words
        where search_words match ${toMatch(expression)} and ${within(sql.ref('rowid'), number)}`
    : sql<{ count: number }>`
        select count(*) as count from search_pages
        where words @@ ${toTsquery(expression, number)}::tsquery`
  ).execute(db)
  return rows[0]!.count
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
  /** Ids of matches that are known already; only a few. */
  known?: readonly number[]
}

/** Lists matching pages of a space, ordered by id. */
export async function listMatches(
  db: Db,
  expression: SearchExpression,
  number: number,
  choice: MatchFilter,
): Promise<SearchHit[]> {
  const { limit, after, known = [] } = choice
  const isNew = (id: RawBuilder<unknown>) =>
    known.length === 0 ? sql`` : sql`and ${id} not in (${sql.join(known.map((each) => BigInt(each)))})`
  const { rows } = await (isSqlite(db)
    ? sql<SearchHit>`
        select id, page_id, sections from search_pages where id in (
          select rowid from search_words
          where search_words match ${toMatch(expression)} and ${within(sql.ref('rowid'), number, after)}
            ${isNew(sql.ref('rowid'))}
            ${isChosen(
              db,
              choice,
              (listed, isIn) => sql`and rowid ${isIn} (
              select id from search_pages where ${within(sql.ref('id'), number)} and ${listed})`,
            )}
          order by rowid limit ${limit})
        order by id`
    : sql<SearchHit>`
        select id, page_id, sections from search_pages
        where words @@ ${toTsquery(expression, number)}::tsquery and id + 0 > ${BigInt(after ?? 0)}
          ${isNew(sql`id + 0`)}
          ${isChosen(db, choice, (listed, isIn) => sql`and ${isIn === IN ? sql`` : sql`not`} ${listed}`)}
        order by id limit ${limit}`
  ).execute(db)
  return rows
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
  const matching = isSqlite(db)
    ? sql`select distinct rowid / ${SPACE} as number from search_words where search_words match ${toMatch(expression)}`
    : sql`
        select distinct id / ${SPACE}::bigint as number from search_pages
        where words @@ ${toTsquery(expression)}::tsquery`
  const { rows } = await sql<{ number: number }>`
    select number from (${matching}) as found where ${isMeant(sql.ref('found.number'))}`.execute(db)
  return rows.map(({ number }) => number)
}

// Uses BigInt: other numbers beyond 32 bits reach SQLite as floating point, which its full-text search ignores.
function within(id: RawBuilder<unknown>, number: number, after = number * PAGES_PER_SPACE): RawBuilder<boolean> {
  return sql<boolean>`${id} > ${BigInt(after)} and ${id} < ${BigInt((number + 1) * PAGES_PER_SPACE)}`
}

// Words contain only letters and numbers, so they need no escaping in quotes.
function toMatch({ all, except }: SearchExpression): string {
  const text = (words: readonly SearchTerm[]) =>
    words.map(({ word, prefix }) => (prefix ? `"${word}" *` : `"${word}"`)).join(' AND ')
  return except ? `(${text(all)}) NOT (${text(except)})` : text(all)
}

function toTsquery({ all, except }: SearchExpression, number?: number): string {
  const text = (words: readonly SearchTerm[]) =>
    words.map(({ word, prefix }) => (prefix ? `'${word}':*` : `'${word}'`)).join(' & ')
  const space = number === undefined ? '' : `'${spaceWord(number)}' & `
  return space + (except ? `(${text(all)}) & !(${text(except)})` : text(all))
}

/** In PostgreSQL, the space of a page is one of its words, so that one index serves both. */
const spaceWord = (number: number): string => `s${number}`
