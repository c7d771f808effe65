// Hot queries are built and compiled once, then run with different parameters. Building the same query anew each time
// costs more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Sooner } from '../lib/sooner.ts'
import { type Direct, directly } from './sqlite.ts'
import type { Db } from './tables.ts'

const ANSWERS_KEPT = 1000

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
  memory: Memory
}

/** The answers of one query since the database last changed, by its parameters. */
interface Memory {
  version: unknown
  answers: Map<string, readonly unknown[]>
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
    const ready = {
      template: templateFor(db),
      direct: directly(db),
      memory: { version: undefined, answers: new Map() },
    }
    known.set(db, ready)
    return ready
  }
  return (db, parameters) => {
    const { template, direct, memory } = known.get(db) ?? readyFor(db)
    const { query, valuesOf } = template
    const values = valuesOf(parameters)
    if (!direct) return db.executeQuery<Row>({ ...query, parameters: values }).then(({ rows }) => rows)
    const version = direct.dataVersion()
    if (version === undefined) return direct.rows(query.sql, values) as Row[]
    return recall(memory, version, values) ?? remember(memory, values, direct.rows(query.sql, values) as Row[])
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

// On SQLite what was read is not read again until somebody commits: asking whether anybody did costs a fraction of a
// query. Rows are frozen, because every reader gets the same ones.
function recall<Row>(memory: Memory, version: unknown, values: unknown[]): readonly Row[] | undefined {
  if (version !== memory.version || memory.answers.size >= ANSWERS_KEPT) memory.answers.clear()
  memory.version = version
  return memory.answers.get(values.join('\0')) as readonly Row[] | undefined
}

function remember<Row>(memory: Memory, values: unknown[], rows: readonly Row[]): readonly Row[] {
  for (const row of rows) Object.freeze(row)
  memory.answers.set(values.join('\0'), rows)
  return rows
}
