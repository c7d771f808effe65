// Caches the prepared statements of a connection. Rows are read as arrays and converted to objects here, because the
// driver would look up every column name for every row.
import type { Connection, Statement } from './connection.ts'
import { ALL_TABLES } from './row-cache.ts'

const MAX_STATEMENTS = 500

type Values = readonly unknown[]

interface PreparedStatement {
  statement: Statement
  /** The table that it writes; undefined for read-only statements. */
  writesInto: string | undefined
  deletes: boolean
  /** Only for statements that return rows. */
  toRow: ((values: Values) => unknown) | undefined
}

export interface Result {
  rows: unknown[]
  numAffectedRows?: bigint
  insertId?: bigint
}

export class Statements {
  readonly #database: Connection
  readonly #known = new Map<string, PreparedStatement>()
  readonly #written = new Set<string>()
  readonly #onCommit: (tables: ReadonlySet<string>) => void
  readonly #freezeRows: boolean
  /** The tables with uncommitted writes. */
  readonly written: ReadonlySet<string> = this.#written
  /** The number of executed statements that may have changed the database. */
  writes = 0

  /** `onCommit` is called synchronously after a commit, with the written tables. */
  constructor(database: Connection, onCommit: (tables: ReadonlySet<string>) => void = () => {}, freezeRows = false) {
    this.#freezeRows = freezeRows
    this.#database = database
    this.#onCommit = onCommit
  }

  run(sql: string, parameters: Values): Result {
    const known = this.#known.get(sql) ?? this.#prepare(sql)
    const { statement, toRow } = known
    if (toRow) {
      this.#noteWrite(known)
      const rows = (statement.all(parameters) as Values[]).map(toRow)
      if (this.#freezeRows) rows.forEach(Object.freeze)
      this.#noteCommit()
      return { rows }
    }
    if (!known.deletes) this.#noteWrite(known)
    const { changes, lastInsertRowid } = statement.run(parameters)
    // A deletion may have affected any table, unless there was nothing to delete. One that fails has written nothing.
    if (known.deletes && changes > 0) this.#noteWrite(known)
    this.#noteCommit()
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  onlyReads(sql: string): boolean {
    return (this.#known.get(sql) ?? this.#prepare(sql)).writesInto === undefined
  }

  #noteWrite({ writesInto }: PreparedStatement): void {
    if (writesInto === undefined) return
    this.writes++
    this.#written.add(writesInto)
  }

  // Runs after a commit or a write outside a transaction. After a rollback it is harmless.
  #noteCommit(): void {
    if (this.#written.size === 0 || this.#database.inTransaction) return
    this.#onCommit(this.#written)
    this.#written.clear()
  }

  /** Evicts the oldest statement first. */
  #prepare(sql: string): PreparedStatement {
    const statement = this.#database.prepare(planOnce(sql))
    const known = {
      statement,
      writesInto: statement.readonly ? undefined : tableWritten(sql),
      deletes: /^\s*delete\b/i.test(sql),
      toRow: statement.reader ? rowMaker(statement.raw()) : undefined,
    }
    if (this.#known.size >= MAX_STATEMENTS) this.#known.delete(this.#known.keys().next().value as string)
    this.#known.set(sql, known)
    return known
  }
}

/**
 * SQLite looks at the value of a parameter that is a limit when it plans a statement, and so plans it again for each value
 * that is bound. It does not look at expressions.
 */
const planOnce = (sql: string): string => sql.replace(/\blimit \?/g, 'limit +?')

/** Only deletes affect other tables, through foreign keys and triggers. No other table depends on those of `ALONE`. */
function tableWritten(sql: string): string | undefined {
  if (/^begin\b/i.test(sql)) return undefined
  const [, verb, table] = /^\s*(insert into|replace into|update|delete from) "?(\w+)/i.exec(sql) ?? []
  return table === undefined || (/^delete/i.test(verb!) && !ALONE.has(table)) ? ALL_TABLES : table
}

const ALONE = new Set(['waiting_words'])

/** Objects created by the same literal share a hidden class, which makes property access fast. */
function rowMaker(statement: Statement): (values: Values) => unknown {
  let width = -1
  let make: (values: Values) => unknown
  return (values) => {
    // A migration may have changed the columns of `select *`.
    if (values.length !== width) {
      const fields = statement.columns().map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`)
      make = new Function('values', `return {${fields.join(',')}}`) as typeof make
      width = values.length
    }
    return make(values)
  }
}
