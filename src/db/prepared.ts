// Prepared queries: hot queries are built and compiled once and run with different parameters. Building a query costs
// more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { type CountedRows, countedRows } from './counted-rows.ts'
import type { QueryCache } from './sqlite/row-cache.ts'
import { type DirectAccess, directAccess } from './sqlite/sqlite.ts'
import type { Db } from './tables.ts'
import { pipelineOf } from './transaction-pipelines.ts'

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Parameters = Record<string, unknown>

/** Marks a parameter of a query that is being built. */
export type Param<P> = <Name extends keyof P & string>(name: Name) => P[Name]

export interface PreparedOptions {
  /** False if the rows are not worth keeping: long lists, of which a reply is made at once. */
  keepsRows?: boolean
  /**
   * True if nobody needs the result: on PostgreSQL it is sent with the next statement of the transaction or with its
   * commit, which then fail if it does.
   */
  later?: boolean
}

export interface Compilable<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>
}

interface Template<Row> {
  query: CompiledQuery<Row>
  /** The parameter values in the order of the query. */
  valuesOf(parameters: Parameters): unknown[]
}

/** The state of a query for one connection. */
interface Ready<Row> {
  template: Template<Row>
  direct: DirectAccess | undefined
  cache: QueryCache | undefined
  counted: CountedRows | undefined
}

export interface PreparedQuery<P extends Parameters, Row> {
  (db: Db, parameters: P): MaybePromise<readonly Row[]>
  /** Asks already, in a transaction on PostgreSQL, with its next statement: the question will be asked soon. */
  ahead(db: Db, parameters: P): void
}

/**
 * Creates a query as a function of its parameters. `build` runs once and marks each parameter with `param`. Parameters
 * are values only, never `null` tests or lists. SQLite returns rows synchronously, without a promise.
 */
export function prepared<P extends Parameters, Row>(
  build: (db: Db, param: Param<P>) => Compilable<Row>,
  { keepsRows = true, later = false }: PreparedOptions = {},
): PreparedQuery<P, Row> {
  const templates = new Map<unknown, Template<Row>>()
  const known = new WeakMap<Db, Ready<Row>>()
  const templateFor = (db: Db) => {
    const dialect = db.getExecutor().adapter.constructor
    const template =
      templates.get(dialect) ?? toTemplate(build(db, (name) => new Placeholder(name) as never).compile(db))
    templates.set(dialect, template)
    return template
  }
  const readyFor = (db: Db): Ready<Row> => {
    const template = templateFor(db)
    const direct = directAccess(db)
    const text = template.query.sql
    const ready = {
      template,
      direct,
      cache: keepsRows ? direct?.queryCache(text) : undefined,
      counted: keepsRows && !direct ? countedRows(db, text) : undefined,
    }
    known.set(db, ready)
    return ready
  }
  const ask = (db: Db, parameters: P): MaybePromise<readonly Row[]> => {
    const ready = known.get(db)
    const pipeline = ready ? undefined : pipelineOf(db)
    if (pipeline) {
      const { query, valuesOf } = templateFor(db)
      if (!later) return pipeline.rows(query.sql, valuesOf(parameters)) as Promise<Row[]>
      pipeline.later(query.sql, valuesOf(parameters))
      return []
    }
    const { template, direct, cache, counted } = ready ?? readyFor(db)
    const { query, valuesOf } = template
    const values = valuesOf(parameters)
    if (!direct) {
      const read = () => db.executeQuery<Row>({ ...query, parameters: values }).then(({ rows }) => rows)
      return counted ? (counted.get(query.sql, values, read) as MaybePromise<readonly Row[]>) : read()
    }
    const read = () => direct.rows(query.sql, values) as Row[]
    return cache ? (cache.get(values, read) as readonly Row[]) : read()
  }
  const ahead = (db: Db, parameters: P) => {
    const pipeline = pipelineOf(db)
    if (!pipeline) return
    const { query, valuesOf } = templateFor(db)
    pipeline.ahead(query.sql, valuesOf(parameters))
  }
  return Object.assign(ask, { ahead })
}

/**
 * Creates queries that differ in shape: in the conditions that they have, in their order. Each shape is built once, when
 * it is first used. There must be few.
 */
export function preparedByShape<P extends Parameters, Row, Shape extends readonly (string | boolean | number)[]>(
  build: (db: Db, param: Param<P>, shape: Shape) => Compilable<Row>,
  options?: PreparedOptions,
): (db: Db, shape: Shape, parameters: P) => MaybePromise<readonly Row[]> {
  const queries = new Map<string, (db: Db, parameters: P) => MaybePromise<readonly Row[]>>()
  return (db, shape, parameters) => {
    const key = shape.join(' ')
    let query = queries.get(key)
    if (!query) {
      query = prepared<P, Row>((db, param) => build(db, param, shape), options)
      queries.set(key, query)
    }
    return query(db, parameters)
  }
}

/** Generates one array literal, because looking up every name would take longer than binding the values. */
function toTemplate<Row>(query: CompiledQuery<Row>): Template<Row> {
  const constants = query.parameters
  const values = constants.map((value, at) =>
    value instanceof Placeholder ? `parameters[${JSON.stringify(value.name)}]` : `constants[${at}]`,
  )
  const make = new Function('constants', 'parameters', `return [${values.join(',')}]`)
  return { query, valuesOf: (parameters) => make(constants, parameters) }
}

/**
 * An object that is replaced whenever anything is committed that people may see; undefined in transactions, and on
 * PostgreSQL except for the reader of a request.
 */
export const shownState = (db: Db): object | undefined =>
  directAccess(db)?.rowCache?.shownState ?? countedRows(db)?.state
