// Hot queries are built and compiled once, then run with different parameters. Building the same query anew each time
// costs more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Sooner } from '../lib/sooner.ts'
import { type Direct, directly } from './sqlite.ts'
import type { Answers } from './sqlite-memory.ts'
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
  /** The values for the query, in its order. */
  valuesOf(parameters: Parameters): unknown[]
}

/** What a query needs to know of a database, looked up once. */
interface Ready<Row> {
  template: Template<Row>
  direct: Direct | undefined
  answers: Answers | undefined
}

/**
 * A query as a function of its parameters: `build` writes it down once, naming each parameter with `param`.
 * Parameters stand for values only, never for `null` tests or lists. SQLite answers at once, without a promise.
 */
export function prepared<P extends Parameters, Row>(
  build: (db: Db, param: <Name extends keyof P & string>(name: Name) => P[Name]) => Compilable<Row>,
): (db: Db, parameters: P) => Sooner<readonly Row[]> {
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
    const direct = directly(db)
    const ready = { template, direct, answers: direct?.answersTo(template.query.sql) }
    known.set(db, ready)
    return ready
  }
  return (db, parameters) => {
    const { template, direct, answers } = known.get(db) ?? readyFor(db)
    const { query, valuesOf } = template
    const values = valuesOf(parameters)
    if (!direct) return db.executeQuery<Row>({ ...query, parameters: values }).then(({ rows }) => rows)
    const ask = () => direct.rows(query.sql, values) as Row[]
    return answers ? (answers.recall(values, ask) as readonly Row[]) : ask()
  }
}

/** Written out as one list, because looking every name up would take longer than binding the values. */
function toTemplate<Row>(query: CompiledQuery<Row>): Template<Row> {
  const constants = query.parameters
  const values = constants.map((value, at) =>
    value instanceof Placeholder ? `parameters[${JSON.stringify(value.name)}]` : `constants[${at}]`,
  )
  const make = new Function('constants', 'parameters', `return [${values.join(',')}]`)
  return { query, valuesOf: (parameters) => make(constants, parameters) }
}

/** The same for as long as nobody writes anything; undefined where nobody can tell. */
export const stateOf = (db: Db): object | undefined => directly(db)?.memory?.state
