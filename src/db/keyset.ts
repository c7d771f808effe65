// Keyset pagination: selects the rows after a cursor. Pages are stable while rows are added and removed, and every page
// costs the same.
import { type AliasedRawBuilder, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalid } from '../errors.ts'
import { type Compilable, type Param, type Parameters, preparedByShape } from './prepared.ts'
import type { Db, Tables } from './tables.ts'

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

/** The parts of a list: which rows, which columns of them, in which order. */
export interface Listed<Tb extends keyof Tables, Row> extends Order {
  matching: Query<Tables, Tb, object>
  /** As many rows as `matching`, if counting them takes less: without a join that every row has a match in. */
  counted?: { select(count: AliasedRawBuilder<number, 'count'>): Compilable<{ count: number }> } | undefined
  select: (query: Query<Tables, Tb, object>) => Query<Tables, Tb, Row>
}

/** What distinguishes the queries of a list: which conditions they have, and in which order. */
type Shape = readonly (string | boolean | number)[]

/** Reads a page of the rows of `matching`, with the columns that `select` adds, and counts all matches. */
export async function selectPage<Db, Tb extends keyof Db, Row>(
  matching: Query<Db, Tb, object>,
  select: (query: Query<Db, Tb, object>) => Query<Db, Tb, Row>,
  { limit, after }: Page,
  { by, direction = 'asc' }: Order,
): Promise<Slice<Row>> {
  const keys = toKeys(by)
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

/**
 * As `selectPage`, built once for each shape: `build` marks what differs between requests of the same shape with `param`.
 */
export function preparedPage<P extends Parameters, Tb extends keyof Tables, Row, S extends Shape = Shape>(
  build: (db: Db, param: Param<P>, shape: S) => Listed<Tb, Row>,
): (db: Db, shape: S, parameters: P, page: Page) => Promise<Slice<Row>> {
  const counting = preparedByShape<P, { count: number }, S>((db, param, shape) => {
    const { matching, counted = matching } = build(db, param, shape)
    return counted.select(sql<number>`count(*)`.as('count')) as Compilable<{ count: number }>
  })
  /** Lengths of the order keys, by shape. */
  const widths = new Map<string, number>()
  type Asked = P & { limit: number }
  const listing = preparedByShape<Asked, Row & Record<string, string>, readonly [boolean, ...S]>(
    (db, param, [isNext, ...shape]) => {
      const { matching, select, by, direction = 'asc' } = build(db, param as Param<P>, shape as unknown as S)
      const keys = toKeys(by)
      widths.set(shape.join(' '), keys.length)
      const after = keys.map((_, at) => (param as (name: string) => unknown)(`after_${at}`) as string)
      return select(matching)
        .$if(isNext, (query) => query.where(comes(direction, keys, after)))
        .$call((query) => keys.reduce((ordered, key) => ordered.orderBy(key, direction), query))
        .select(keys.map((key, at) => key.as(`key_${at}`)))
        .limit(param('limit')) as never
    },
  )
  return async (db, shape, parameters, { limit, after }) => {
    const asked: Record<string, unknown> = { limit: undefined, ...parameters }
    asked.limit = limit + 1
    if (after) {
      if (after.length !== widthOf(db, shape)) throw invalid({ path: 'page', message: 'is not a page of this list' })
      for (const [at, key] of after.entries()) asked[`after_${at}`] = key
    }
    const [counts, rows] = await Promise.all([
      counting(db, shape, parameters),
      limit === 0 ? [] : listing(db, [after !== undefined, ...shape], asked as Asked),
    ])
    const { count } = counts[0]!
    const last = limit > 0 && rows.length > limit ? rows[limit - 1] : undefined
    const width = last && widths.get(shape.join(' '))!
    return {
      rows: rows.slice(0, limit) as Row[],
      count,
      next: last && Array.from({ length: width! }, (_, at) => last[`key_${at}`]!),
    }
  }

  function widthOf(db: Db, shape: S): number {
    const known = widths.get(shape.join(' '))
    return known ?? build(db, (name) => name as never, shape).by.length
  }
}

const toKeys = (by: Order['by']): RawBuilder<string>[] =>
  by.map((key) => (typeof key === 'string' ? sql.ref<string>(key) : sql<string>`${key}`))

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
