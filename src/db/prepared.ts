// Prepared queries: hot queries are built and compiled once and run with different parameters. Building a query costs
// more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { QueryCache } from './sqlite/row-cache.ts'
import { type DirectAccess, directAccess } from './sqlite/sqlite.ts'
import type { Db } from './tables.ts'

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Parameters = Record<string, unknown>

interface Compilable<Row> {
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
}

/**
 * Creates a query as a function of its parameters. `build` runs once and marks each parameter with `param`. Parameters
 * are values only, never `null` tests or lists. SQLite returns rows synchronously, without a promise.
 */
export function prepared<P extends Parameters, Row>(
  build: (db: Db, param: <Name extends keyof P & string>(name: Name) => P[Name]) => Compilable<Row>,
): (db: Db, parameters: P) => MaybePromise<readonly Row[]> {
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
    const ready = { template, direct, cache: direct?.queryCache(template.query.sql) }
    known.set(db, ready)
    return ready
  }
  return (db, parameters) => {
    const { template, direct, cache } = known.get(db) ?? readyFor(db)
    const { query, valuesOf } = template
    const values = valuesOf(parameters)
    if (!direct) return db.executeQuery<Row>({ ...query, parameters: values }).then(({ rows }) => rows)
    const read = () => direct.rows(query.sql, values) as Row[]
    return cache ? (cache.get(values, read) as readonly Row[]) : read()
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

/** An object that is replaced whenever anything is committed that people may see; undefined as for `databaseState`. */
export const shownState = (db: Db): object | undefined => directAccess(db)?.rowCache?.shownState

/** An object that is replaced whenever anything is committed; undefined on PostgreSQL and in transactions. */
export const databaseState = (db: Db): object | undefined => directAccess(db)?.rowCache?.state
