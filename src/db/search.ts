// Full text: which pages have these words. SQLite keeps the words of a page in an FTS5 table, PostgreSQL in a tsvector;
// both only as a set of words, folded and cut beforehand (`lib/words.ts`), so they find the same. The id of a page
// begins with the number of its space, so that the pages of a space are a range and the spaces of matches need no join.
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Sought } from '../lib/words.ts'
import { isOneOf, isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'

const PAGES_A_SPACE = 2 ** 24

/** Matches pages that have every word of `all`, but not those that have every word of `except` too. */
export interface Expression {
  all: readonly Sought[]
  except?: readonly Sought[]
}

export interface IndexedSpace {
  id: string
  number: number
}

export interface IndexedPage {
  pageId: string
  words: readonly string[]
  /** What is kept to show the page when it is found. */
  sections: string
}

export async function insertSearchPages(db: Db, space: IndexedSpace, pages: readonly IndexedPage[]): Promise<void> {
  if (pages.length === 0) return
  let id = await findLastId(db, space)
  for (const page of pages) await insertPage(db, ++id, space.id, page)
}

async function findLastId(db: Db, { number }: IndexedSpace): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from search_pages where ${within(sql.ref('id'), number)}`.execute(db)
  return rows[0]!.id ?? number * PAGES_A_SPACE
}

async function insertPage(db: Db, id: number, spaceId: string, { pageId, words, sections }: IndexedPage) {
  const columns = 'insert into search_pages (id, space_id, page_id, sections'
  if (!isSqlite(db)) {
    const text = `${columns}, words) values ($1, $2, $3, $4, array_to_tsvector($5::text[]))`
    const marked = [...words, spaceWord(Math.floor(id / PAGES_A_SPACE))]
    await db.executeQuery(CompiledQuery.raw(text, [id, spaceId, pageId, sections, marked]))
    return
  }
  await db.executeQuery(CompiledQuery.raw(`${columns}) values (?, ?, ?, ?)`, [BigInt(id), spaceId, pageId, sections]))
  const text = 'insert into search_words (rowid, words) values (?, ?)'
  await db.executeQuery(CompiledQuery.raw(text, [BigInt(id), words.join(' ')]))
}

export async function removeSearchPages(db: Db, spaceId: string, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return
  await db
    .deleteFrom('search_pages')
    .where('space_id', '=', spaceId)
    .where(isOneOf(db, sql.ref('page_id'), pageIds))
    .execute()
}

/**
 * Runs queries on words. PostgreSQL thinks it cheap to look into every page, because it does not see that words are
 * stored beside the rows; it has to be told to use the index.
 */
export async function searching<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (isSqlite(db)) return work(db)
  if (!db.isTransaction) return db.transaction().execute((transaction) => searching(transaction, work))
  await sql`set local enable_seqscan = off`.execute(db)
  await sql`set local enable_indexscan = off`.execute(db)
  return work(db)
}

/** How many pages of the space match. */
export async function countFound(db: Db, expression: Expression, number: number): Promise<number> {
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

export interface Found {
  id: number
  page_id: string
  sections: string
}

/** The first pages of the space that match, in the order of their ids; with `after`, of those beyond that id. */
export async function listFound(
  db: Db,
  expression: Expression,
  number: number,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<Found[]> {
  const { rows } = await (isSqlite(db)
    ? sql<Found>`
        select id, page_id, sections from search_pages where id in (
          select rowid from search_words
          where search_words match ${toMatch(expression)} and ${within(sql.ref('rowid'), number, after)}
          order by rowid limit ${limit})
        order by id`
    : sql<Found>`
        select id, page_id, sections from search_pages
        where words @@ ${toTsquery(expression, number)}::tsquery and id + 0 > ${BigInt(after ?? 0)}
        order by id limit ${limit}`
  ).execute(db)
  return rows
}

const SPACE = BigInt(PAGES_A_SPACE)

/** Which of these spaces have a page that matches. */
export async function listSpacesWith(db: Db, expression: Expression, numbers: readonly number[]): Promise<number[]> {
  const { rows } = await (isSqlite(db)
    ? sql<{ number: number }>`
        select distinct rowid / ${SPACE} as number from search_words
        where search_words match ${toMatch(expression)}
          and rowid / ${SPACE} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql<{ number: number }>`
        select distinct id / ${SPACE}::bigint as number from search_pages
        where words @@ ${toTsquery(expression)}::tsquery and id / ${SPACE}::bigint = any(${[...numbers]}::bigint[])`
  ).execute(db)
  return rows.map(({ number }) => number)
}

// As big integers: other numbers beyond 32 bits reach SQLite as floating point, which its full text search ignores.
function within(id: RawBuilder<unknown>, number: number, after = number * PAGES_A_SPACE): RawBuilder<boolean> {
  return sql<boolean>`${id} > ${BigInt(after)} and ${id} < ${BigInt((number + 1) * PAGES_A_SPACE)}`
}

// Words hold letters and numbers only, so nothing in them can end a quotation.
function toMatch({ all, except }: Expression): string {
  const text = (words: readonly Sought[]) =>
    words.map(({ word, prefix }) => (prefix ? `"${word}" *` : `"${word}"`)).join(' AND ')
  return except ? `(${text(all)}) NOT (${text(except)})` : text(all)
}

function toTsquery({ all, except }: Expression, number?: number): string {
  const text = (words: readonly Sought[]) =>
    words.map(({ word, prefix }) => (prefix ? `'${word}':*` : `'${word}'`)).join(' & ')
  const space = number === undefined ? '' : `'${spaceWord(number)}' & `
  return space + (except ? `(${text(all)}) & !(${text(except)})` : text(all))
}

/** In PostgreSQL the space of a page is one of its words, so that the same index finds both. */
const spaceWord = (number: number): string => `s${number}`
