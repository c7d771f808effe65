// The prepared statements of a connection. Rows come as lists of values and are made into objects here: the driver would
// look up the name of every column of every row.
import type Sqlite from 'better-sqlite3'
import { EVERYTHING } from './sqlite-memory.ts'

const STATEMENTS_KEPT = 500

type Values = readonly unknown[]

interface Known {
  statement: Sqlite.Statement
  /** The table it writes into; undefined for what only reads. */
  writesInto: string | undefined
  /** Only for statements that answer rows. */
  toRow: ((values: Values) => unknown) | undefined
}

export interface Result {
  rows: unknown[]
  numAffectedRows?: bigint
  insertId?: bigint
}

export class Statements {
  readonly #database: Sqlite.Database
  readonly #known = new Map<string, Known>()
  readonly #written = new Set<string>()
  readonly #onCommit: (tables: ReadonlySet<string>) => void
  /** The tables that have been written into and not committed. */
  readonly written: ReadonlySet<string> = this.#written
  /** How often something was run that may have changed the database. */
  writes = 0

  /** `onCommit` is told of the tables that have been written into, at once. */
  constructor(database: Sqlite.Database, onCommit: (tables: ReadonlySet<string>) => void = () => {}) {
    this.#database = database
    this.#onCommit = onCommit
  }

  run(sql: string, parameters: Values): Result {
    const known = this.#known.get(sql) ?? this.#prepare(sql)
    const { statement, toRow } = known
    this.#noteWrite(known)
    if (toRow) {
      const rows = (statement.all(parameters) as Values[]).map(toRow)
      this.#noteCommit()
      return { rows }
    }
    const { changes, lastInsertRowid } = statement.run(parameters)
    this.#noteCommit()
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  onlyReads(sql: string): boolean {
    return (this.#known.get(sql) ?? this.#prepare(sql)).writesInto === undefined
  }

  #noteWrite({ writesInto }: Known): void {
    if (writesInto === undefined) return
    this.writes++
    this.#written.add(writesInto)
  }

  // A commit, or a write outside of any transaction. After a rollback it does no harm.
  #noteCommit(): void {
    if (this.#written.size === 0 || this.#database.inTransaction) return
    this.#onCommit(this.#written)
    this.#written.clear()
  }

  /** The oldest is forgotten first. */
  #prepare(sql: string): Known {
    const statement = this.#database.prepare(sql)
    const known = {
      statement,
      writesInto: statement.readonly ? undefined : tableWritten(sql),
      toRow: statement.reader ? rowMaker(statement.raw()) : undefined,
    }
    if (this.#known.size >= STATEMENTS_KEPT) this.#known.delete(this.#known.keys().next().value as string)
    this.#known.set(sql, known)
    return known
  }
}

/** Nothing but deleting reaches into other tables: there, foreign keys and triggers do. */
function tableWritten(sql: string): string | undefined {
  if (/^begin\b/i.test(sql)) return undefined
  return /^(?:insert into|update) "?(\w+)/i.exec(sql)?.[1] ?? EVERYTHING
}

/** Objects that are made by one literal share one layout, and whatever reads them is quick. */
function rowMaker(statement: Sqlite.Statement): (values: Values) => unknown {
  let width = -1
  let make: (values: Values) => unknown
  return (values) => {
    // The columns of `select *` follow the table, which a migration may have changed.
    if (values.length !== width) {
      const fields = statement.columns().map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`)
      make = new Function('values', `return {${fields.join(',')}}`) as typeof make
      width = values.length
    }
    return make(values)
  }
}
