// Prepared queries: hot queries are built and compiled once and run with different parameters. Building a query costs
// more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Db } from './tables.ts'

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Parameters = Record<string, unknown>

/** Marks a parameter of a query that is being built. */
export type Param<P> = <Name extends keyof P & string>(name: Name) => P[Name]

export interface Compilable<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>
}

export type PreparedQuery<P extends Parameters, Row> = (db: Db, parameters: P) => Promise<Row[]>

/**
 * Creates a query as a function of its parameters. `build` runs once for each kind of database and marks each parameter with
 * `param`. Parameters are values only, never `null` tests or lists.
 */
export function prepared<P extends Parameters, Row>(
  build: (db: Db, param: Param<P>) => Compilable<Row>,
): PreparedQuery<P, Row> {
  const compiled = new Map<unknown, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const dialect = db.getExecutor().adapter.constructor
    let query = compiled.get(dialect)
    if (!query) {
      query = build(db, (name) => new Placeholder(name) as never).compile(db)
      compiled.set(dialect, query)
    }
    const values = query.parameters.map((value) => (value instanceof Placeholder ? parameters[value.name] : value))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values })
    return rows
  }
}

/**
 * Creates queries that differ in shape: in the conditions that they have, in their order. Each shape is built once, when
 * it is first used. There must be few.
 */
export function preparedByShape<P extends Parameters, Row, Shape extends readonly (string | boolean | number)[]>(
  build: (db: Db, param: Param<P>, shape: Shape) => Compilable<Row>,
): (db: Db, shape: Shape, parameters: P) => Promise<Row[]> {
  const queries = new Map<string, PreparedQuery<P, Row>>()
  return (db, shape, parameters) => {
    const key = shape.join(' ')
    const query = queries.get(key) ?? prepared<P, Row>((db, param) => build(db, param, shape))
    queries.set(key, query)
    return query(db, parameters)
  }
}
