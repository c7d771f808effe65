// Kysely over better-sqlite3: one connection that only reads and one that writes, one transaction at a time. In WAL mode
// readers never wait for the writer. Statements are prepared once a connection and reused.
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

const STATEMENTS_KEPT = 500
const BUSY_TIMEOUT = 5000

/** The connection that writes; made first, because it also creates the file and puts it into WAL mode. */
export function openSqliteWriter(file: string): Kysely<Tables> {
  const connection = open(file)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  return new Kysely<Tables>({ dialect: new SqliteDialect(connection, 'begin immediate') })
}

export function openSqliteReader(file: string): Kysely<Tables> {
  const connection = open(file)
  connection.pragma('query_only = ON')
  const reader = new Kysely<Tables>({ dialect: new SqliteDialect(connection, 'begin') })
  direct.set(reader, directReads(connection))
  return reader
}

export interface Direct {
  rows(sql: string, parameters: readonly unknown[]): unknown[]
  /** Changes with every commit of another connection, in this process or any other. Asked once a turn of the event loop. */
  dataVersion(): unknown
  /** This process has committed: ask again. */
  committed(): void
}

const direct = new WeakMap<object, Direct>()

/** Reads past the query executor, whose chain of promises costs as much as a point read does. */
export const directly = (db: Kysely<Tables>): Direct | undefined => direct.get(db)

function directReads(connection: Sqlite.Database): Direct {
  const statements = new Statements(connection)
  const ask = connection.prepare('pragma data_version').pluck()
  let known: unknown
  const forget = () => {
    known = undefined
  }
  return {
    rows: (sql, parameters) => statements.of(sql).all(parameters),
    dataVersion() {
      if (known === undefined) {
        known = ask.get()
        setImmediate(forget)
      }
      return known
    },
    committed: forget,
  }
}

export function open(file: string): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT })
  connection.function('casefold', { deterministic: true }, casefold)
  return connection
}

// SQLite's own lower() only knows ASCII.
const casefold = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)

// SQLite can run DDL in a transaction; Kysely's own adapter says otherwise and would migrate step by step.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

export class SqliteDialect implements Dialect {
  readonly #database: Sqlite.Database
  readonly #begin: string

  constructor(database: Sqlite.Database, begin: string) {
    this.#database = database
    this.#begin = begin
  }

  createDriver = (): Driver => new SqliteDriver(this.#database, this.#begin)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new TransactionalSqliteAdapter()
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db)
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #begin: string
  #queue: Promise<void> = Promise.resolve()
  #done: () => void = () => {}

  constructor(database: Sqlite.Database, begin: string) {
    this.#connection = new SqliteConnection(database)
    this.#begin = begin
  }

  async init() {}

  async acquireConnection() {
    return this.#connection
  }

  // Statements outside a transaction are atomic by themselves; only transactions have to take turns.
  async beginTransaction(connection: DatabaseConnection) {
    const before = this.#queue
    let done = () => {}
    this.#queue = new Promise((resolve) => {
      done = resolve
    })
    await before
    this.#done = done
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin))
    } catch (error) {
      done()
      throw error
    }
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    this.#done()
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      // Some errors (a full disk, say) make SQLite roll back by itself.
      if (this.#connection.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    } finally {
      this.#done()
    }
  }

  async releaseConnection() {}

  async destroy() {
    await this.#queue
    this.#connection.database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly database: Sqlite.Database
  readonly #statements: Statements

  constructor(database: Sqlite.Database) {
    this.database = database
    this.#statements = new Statements(database)
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#statements.of(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.database.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }
}

/** The prepared statements of a connection, the oldest forgotten first. */
class Statements {
  readonly #database: Sqlite.Database
  readonly #known = new Map<string, Sqlite.Statement>()

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  of(sql: string): Sqlite.Statement {
    const known = this.#known.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    if (this.#known.size >= STATEMENTS_KEPT) this.#known.delete(this.#known.keys().next().value as string)
    this.#known.set(sql, statement)
    return statement
  }
}
