// Hot queries are built and compiled once, then run with different parameters. Building the same query anew each time
// costs more than running it.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import { directly } from './sqlite.ts'
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

/**
 * A query as a function of its parameters: `build` writes it down once, naming each parameter with `param`.
 * Parameters stand for values only, never for `null` tests or lists.
 */
export function prepared<P extends Parameters, Row>(
  build: (db: Db, param: <Name extends keyof P & string>(name: Name) => P[Name]) => Compilable<Row>,
): (db: Db, parameters: P) => Promise<readonly Row[]> {
  const templates = new Map<unknown, CompiledQuery<Row>>()
  const memories = new WeakMap<Db, Memory>()
  const templateFor = (db: Db) => {
    const dialect = db.getExecutor().adapter.constructor
    const known = templates.get(dialect) ?? build(db, (name) => new Placeholder(name) as never).compile(db)
    templates.set(dialect, known)
    return known
  }
  return async (db, parameters) => {
    const template = templateFor(db)
    const values = template.parameters.map((value) => (value instanceof Placeholder ? parameters[value.name] : value))
    const direct = directly(db)
    if (!direct) return (await db.executeQuery<Row>({ ...template, parameters: values })).rows
    const version = direct.dataVersion()
    if (version === undefined) return direct.rows(template.sql, values) as Row[]
    return remember(memoryOf(memories, db), version, () => direct.rows(template.sql, values), values) as readonly Row[]
  }
}

/** The answers of one query since the database last changed, by its parameters. */
interface Memory {
  version: unknown
  answers: Map<string, readonly unknown[]>
}

function memoryOf(memories: WeakMap<Db, Memory>, db: Db): Memory {
  const known = memories.get(db) ?? { version: undefined, answers: new Map() }
  memories.set(db, known)
  return known
}

// On SQLite what was read is not read again until somebody commits: asking whether anybody did costs a fraction of a
// query. Rows are frozen, because every reader gets the same ones.
function remember(memory: Memory, version: unknown, ask: () => unknown[], values: unknown[]): readonly unknown[] {
  if (version !== memory.version || memory.answers.size >= ANSWERS_KEPT) memory.answers.clear()
  memory.version = version
  const key = values.join('\0')
  const known = memory.answers.get(key)
  if (known) return known
  const rows = ask()
  for (const row of rows) Object.freeze(row)
  memory.answers.set(key, rows)
  return rows
}
