// Kysely over better-sqlite3: one connection that only reads and one that writes, one transaction at a time. In WAL mode
// readers never wait for the writer. Statements are prepared once a connection and reused.
import Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
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
import { type Answers, Memory } from './sqlite-memory.ts'
import { Statements } from './sqlite-statements.ts'
import { Turns } from './sqlite-turns.ts'
import type { Tables } from './tables.ts'

const BUSY_TIMEOUT = 5000

export interface Writer {
  kysely: Kysely<Tables>
  /** Runs `work` as one transaction, with the connection to itself. */
  transact<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** What others may remember of what they read. */
  memory: Memory
}

/** The connection that writes; made first, because it also creates the file and puts it into WAL mode. */
export function openSqliteWriter(file: string): Writer {
  const connection = open(file)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  // What is needed to undo one of several writes that share a commit; it is little, and copied often.
  connection.pragma('temp_store = MEMORY')
  // Its own commits do not change the version that a connection sees.
  const dataVersion = connection.prepare('pragma data_version').pluck()
  const memory = new Memory(() => dataVersion.get())
  const dialect = new SqliteDialect(connection, 'begin immediate', memory)
  const kysely = new Kysely<Tables>({ dialect })
  const { statements } = dialect
  direct.set(kysely, {
    rows: (sql, parameters) => statements.run(sql, parameters).rows,
    answersTo: (sql) => (statements.onlyReads(sql) ? memory.answersTo(sql, statements.written) : undefined),
  })
  // There is one connection and one turn at a time, so that whatever runs on it runs in this transaction.
  return { kysely, transact: (work) => dialect.turns.take(() => work(kysely)), memory }
}

export function openSqliteReader(file: string, memory?: Memory): Kysely<Tables> {
  const connection = open(file)
  connection.pragma('query_only = ON')
  const dialect = new SqliteDialect(connection, 'begin')
  const reader = new Kysely<Tables>({ dialect })
  direct.set(reader, {
    rows: (sql, parameters) => dialect.statements.run(sql, parameters).rows,
    answersTo: (sql) => memory?.answersTo(sql),
    memory,
  })
  return reader
}

export interface Direct {
  rows(sql: string, parameters: readonly unknown[]): unknown[]
  /** What is remembered of this query; undefined where nothing may be. */
  answersTo(sql: string): Answers | undefined
  /** Only of a connection that does not write itself. */
  memory?: Memory | undefined
}

const direct = new WeakMap<object, Direct>()

/** Past the query executor, whose chain of promises costs as much as the query of a row does. */
export const directly = (db: Kysely<Tables>): Direct | undefined => direct.get(db)

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
  readonly statements: Statements
  readonly turns: Turns
  readonly #database: Sqlite.Database

  /** `memory`: hears of what is written here. */
  constructor(database: Sqlite.Database, begin: string, memory?: Memory) {
    this.#database = database
    this.statements = new Statements(database, (tables) => memory?.forget(tables))
    const open = () => {
      this.statements.run(begin, [])
      memory?.refreshNow()
    }
    this.turns = new Turns(open, this.statements, database)
  }

  createDriver = (): Driver => new SqliteDriver(this.#database, this.statements, this.turns)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new TransactionalSqliteAdapter()
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db)
}

class SqliteDriver implements Driver {
  readonly #database: Sqlite.Database
  readonly #statements: Statements
  readonly #turns: Turns

  constructor(database: Sqlite.Database, statements: Statements, turns: Turns) {
    this.#database = database
    this.#statements = statements
    this.#turns = turns
  }

  async init() {}

  acquireConnection = async () => new SqliteConnection(this.#database, this.#statements)

  // Statements outside a transaction are atomic by themselves; only transactions have to take turns.
  beginTransaction = () => this.#turns.begin()
  commitTransaction = (connection: DatabaseConnection) => this.#turns.commit(connection)
  rollbackTransaction = (connection: DatabaseConnection) => this.#turns.rollback(connection)

  async releaseConnection() {}

  async destroy() {
    await this.#turns.idle()
    this.#database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Sqlite.Database
  readonly #statements: Statements

  constructor(database: Sqlite.Database, statements: Statements) {
    this.#database = database
    this.#statements = statements
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#statements.run(sql, parameters) as QueryResult<R>
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#database.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }
}
