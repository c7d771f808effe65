// The prepared statements of a connection. Rows come as lists of values and are made into objects here: the driver would
// look up the name of every column of every row.
import type Sqlite from 'better-sqlite3'

const STATEMENTS_KEPT = 500

type Values = readonly unknown[]

interface Known {
  statement: Sqlite.Statement
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
  /** How often something was run that may have changed the database. */
  writes = 0

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  run(sql: string, parameters: Values): Result {
    const { statement, toRow } = this.#known.get(sql) ?? this.#prepare(sql)
    if (!statement.readonly) this.writes++
    if (toRow) return { rows: (statement.all(parameters) as Values[]).map(toRow) }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** The oldest is forgotten first. */
  #prepare(sql: string): Known {
    const statement = this.#database.prepare(sql)
    const known = { statement, toRow: statement.reader ? rowMaker(statement.raw()) : undefined }
    if (this.#known.size >= STATEMENTS_KEPT) this.#known.delete(this.#known.keys().next().value as string)
    this.#known.set(sql, known)
    return known
  }
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
