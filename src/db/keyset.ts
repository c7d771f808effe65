// Keyset pagination: selects the rows after a cursor. Pages are stable while rows are added and removed, and every page
// costs the same.
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalid } from '../errors.ts'

/** The requested page: at most `limit` rows after the row with the order keys `after`. */
export interface Page {
  limit: number
  after: string[] | undefined
}

export interface Slice<Row> {
  rows: Row[]
  /** The number of matching rows on all pages. */
  count: number
  /** The order keys of the last row, if more rows follow. */
  next: string[] | undefined
}

export interface Order {
  /** Text columns or expressions, most significant first; together they identify a row. */
  by: readonly (string | Expression<string>)[]
  direction?: 'asc' | 'desc'
}

type Query<Db, Tb extends keyof Db, Row> = SelectQueryBuilder<Db, Tb, Row>

/** Reads a page of the rows of `matching`, with the columns that `select` adds, and counts all matches. */
export async function selectPage<Db, Tb extends keyof Db, Row>(
  matching: Query<Db, Tb, object>,
  select: (query: Query<Db, Tb, object>) => Query<Db, Tb, Row>,
  { limit, after }: Page,
  { by, direction = 'asc' }: Order,
): Promise<Slice<Row>> {
  const keys = by.map((key) => (typeof key === 'string' ? sql.ref<string>(key) : sql<string>`${key}`))
  const { count } = (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()) as {
    count: number
  }
  if (limit === 0) return { rows: [], count, next: undefined }
  const rows = (await select(matching)
    .$if(after !== undefined, (query) => query.where(comes(direction, keys, after!)))
    .$call((query) => keys.reduce((ordered, key) => ordered.orderBy(key, direction), query))
    .select(keys.map((key, at) => key.as(`key_${at}`)))
    .limit(limit + 1)
    .execute()) as Row[]
  const last = rows.length > limit ? (rows[limit - 1] as Record<string, string>) : undefined
  return { rows: rows.slice(0, limit), count, next: last && keys.map((_, at) => last[`key_${at}`]!) }
}

/** Pages rows that are already in memory; `keysOf` returns the order keys of a row, always the same number. */
export function pageOf<Row>(
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
  { limit, after }: Page,
): Slice<Row> {
  const keyed = rows.map((row) => ({ row, keys: keysOf(row) })).sort((a, b) => compareKeys(a.keys, b.keys))
  if (after && keyed[0] && keyed[0].keys.length !== after.length)
    throw invalid({ path: 'page', message: 'is not a page of this list' })
  const rest = after ? keyed.filter(({ keys }) => compareKeys(keys, after) > 0) : keyed
  const shown = rest.slice(0, limit)
  const next = limit > 0 && rest.length > limit ? [...shown.at(-1)!.keys] : undefined
  return { rows: shown.map(({ row }) => row), count: rows.length, next }
}

/** Compares keys lexicographically, as the databases do. */
export function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [at, key] of one.entries()) if (key !== other[at]) return key < other[at]! ? -1 : 1
  return 0
}

function comes(direction: 'asc' | 'desc', keys: readonly RawBuilder<string>[], after: string[]): RawBuilder<boolean> {
  if (after.length !== keys.length) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<boolean>`(${sql.join(keys)}) ${than} (${sql.join(after)})`
}
