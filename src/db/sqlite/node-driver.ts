// The SQLite of Node itself, shaped like `better-sqlite3`: the same statements, rows and error codes.
import type { Connection, Statement } from './connection.ts'

interface NodeStatement {
  setReturnArrays(enabled: boolean): void
  columns(): { name: string }[]
  get(...parameters: unknown[]): unknown
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number }
  iterate(...parameters: unknown[]): Iterable<unknown>
}

interface NodeDatabase {
  readonly isTransaction: boolean
  prepare(sql: string): NodeStatement
  function: Connection['function']
  close(): void
}

interface NodeSqlite {
  DatabaseSync: new (file: string, options: { timeout: number }) => NodeDatabase
  StatementSync: { prototype: object }
}

/** True if this version of Node has everything that is used here: 22.16, 24 and later. */
export const hasSqlite = (): boolean => {
  const found = load()
  return found !== undefined && 'setReturnArrays' in found.StatementSync.prototype
}

let loaded: NodeSqlite | undefined

// Node warns that its SQLite may change; the tests of this folder would notice.
function load(): NodeSqlite | undefined {
  if (loaded || !('getBuiltinModule' in process)) return loaded
  const warn = process.emitWarning
  process.emitWarning = () => {}
  try {
    const get = process.getBuiltinModule as (name: string) => unknown
    loaded = get('node:sqlite') as NodeSqlite | undefined
  } finally {
    process.emitWarning = warn
  }
  return loaded
}

export function openWithNode(file: string, timeout: number): Connection {
  const database = translated(() => new (load()!.DatabaseSync)(file, { timeout }))
  const prepare = (sql: string) => toStatement(database, sql)
  return {
    prepare,
    pragma: (text) => prepare(`pragma ${text}`).all([]),
    function: (name, options, body) => database.function(name, options, body),
    get inTransaction() {
      return database.isTransaction
    },
    close: () => database.close(),
  }
}

/** Statements that SQLite itself calls read-only. */
const READS =
  /^\s*(select|values|explain|pragma|commit|end|rollback|savepoint|release|begin(?!\s+(immediate|exclusive)))\b/i
const WITH = /^\s*with\b/i
const WRITES = /\b(insert|update|delete|replace)\b/i

const isReadOnly = (sql: string): boolean => READS.test(sql) || (WITH.test(sql) && !WRITES.test(sql))

function toStatement(database: NodeDatabase, sql: string): Statement {
  const statement = translated(() => database.prepare(sql))
  return {
    readonly: isReadOnly(sql),
    reader: statement.columns().length > 0,
    raw() {
      statement.setReturnArrays(true)
      return this
    },
    columns: () => statement.columns(),
    get: (parameters) => translated(() => withBuffers(statement.get(...parameters))),
    all: (parameters) => translated(() => statement.all(...parameters).map(withBuffers)),
    run: (parameters) => translated(() => statement.run(...parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters)) yield withBuffers(row)
    },
  }
}

/** Bytes are buffers everywhere else. */
function withBuffers(row: unknown): unknown {
  const values = row as Record<string, unknown> | undefined
  for (const name in values) {
    const value = values[name]
    if (value instanceof Uint8Array) values[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return row
}

const CODES: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
}

/** Runs `work`; an error of SQLite gets the name of its code. */
function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    const code = errcode === undefined ? undefined : (CODES[errcode] ?? CODES[errcode & 0xff])
    if (code) Object.assign(error as Error, { code })
    throw error
  }
}
