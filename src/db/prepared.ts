// Hot queries are built and compiled once, then run with different parameters. Building the same query anew each time
// costs more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import { directly } from './sqlite.ts'
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

/**
 * A query as a function of its parameters: `build` writes it down once, naming each parameter with `param`.
 * Parameters stand for values only, never for `null` tests or lists.
 */
export function prepared<P extends Parameters, Row>(
  build: (db: Db, param: <Name extends keyof P & string>(name: Name) => P[Name]) => Compilable<Row>,
): (db: Db, parameters: P) => Promise<readonly Row[]> {
  const templates = new Map<unknown, CompiledQuery<Row>>()
  return async (db, parameters) => {
    const dialect = db.getExecutor().adapter.constructor
    let template = templates.get(dialect)
    if (!template) {
      template = build(db, (name) => new Placeholder(name) as never).compile(db)
      templates.set(dialect, template)
    }
    const values = template.parameters.map((value) => (value instanceof Placeholder ? parameters[value.name] : value))
    const run = directly(db)
    if (run) return run(template.sql, values) as readonly Row[]
    return (await db.executeQuery<Row>({ ...template, parameters: values })).rows
  }
}
