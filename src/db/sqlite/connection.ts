// A connection to a SQLite file, whichever driver opened it.

/** What Lectern uses of a connection, as `better-sqlite3` has it. */
export interface Connection {
  prepare(sql: string): Statement
  pragma(text: string): unknown
  function(name: string, options: { deterministic: boolean }, body: (value: unknown) => unknown): unknown
  readonly inTransaction: boolean
  close(): unknown
}

export interface Statement {
  /** False if it may change the database. */
  readonly readonly: boolean
  /** True if it returns rows. */
  readonly reader: boolean
  /** From now on, rows are arrays of values. */
  raw(): Statement
  columns(): { name: string }[]
  get(parameters: readonly unknown[]): unknown
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>
}
