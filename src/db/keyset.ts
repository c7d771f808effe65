// Pages by key: "the rows after this one in this order". Stable while rows come and go, and the thousandth page costs
// what the first does.
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalid } from '../errors.ts'

/** What a list is asked for: at most `limit` rows after the row whose order keys are `after`. */
export interface Page {
  limit: number
  after: string[] | undefined
}

export interface Slice<Row> {
  rows: Row[]
  /** All rows that match, over all pages. */
  count: number
  /** The order keys of the last row, when more rows follow. */
  next: string[] | undefined
}

export interface Order {
  /** Text columns or expressions from the most to the least significant; together they identify a row. */
  by: readonly (string | Expression<string>)[]
  direction?: 'asc' | 'desc'
}

type Query<Db, Tb extends keyof Db, Row> = SelectQueryBuilder<Db, Tb, Row>

/** The asked page of the rows that `matching` finds, read with the columns that `select` adds, and how many match. */
export async function takePage<Db, Tb extends keyof Db, Row>(
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

/** The asked page of what was read whole; `keysOf` are its order keys, always as many. */
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

/** Compares by the first key that differs, as the databases do. */
export function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [at, key] of one.entries()) if (key !== other[at]) return key < other[at]! ? -1 : 1
  return 0
}

function comes(direction: 'asc' | 'desc', keys: readonly RawBuilder<string>[], after: string[]): RawBuilder<boolean> {
  if (after.length !== keys.length) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<boolean>`(${sql.join(keys)}) ${than} (${sql.join(after)})`
}
