// Kysely over SQLite: a connection that writes, one transaction at a time, and one that only reads. In WAL mode, readers never
// wait for the writer. With `synchronous = FULL`, a commit is on disk before it is acknowledged.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { ensurePrivateFile, restrictMode } from '../../lib/private-files.ts'
import type { Tables } from '../tables.ts'
import type { Connection, Statement } from './connection.ts'
import { openConnection } from './driver.ts'

const BUSY_TIMEOUT = 5000
const MAX_STATEMENTS = 500

/** Opens the write connection. It must be opened first, because it creates the file and enables WAL mode. */
export function openSqliteWriter(file: string): Kysely<Tables> {
  // SQLite creates the -wal and -shm files with the mode of the database; existing ones keep their mode.
  ensurePrivateFile(file)
  for (const companion of ['-wal', '-shm']) restrictMode(`${file}${companion}`)
  const connection = open(file)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  return kyselyOver(connection, { writes: file })
}

export interface SqliteReader {
  kysely: Kysely<Tables>
  /** A number that changes whenever anybody else commits. */
  version(): number
}

export function openSqliteReader(file: string): SqliteReader {
  const connection = open(file)
  connection.pragma('query_only = ON')
  const version = connection.prepare('pragma data_version')
  return {
    kysely: kyselyOver(connection),
    version: () => (version.get([]) as { data_version: number }).data_version,
  }
}

export function open(file: string): Connection {
  const connection = openConnection(file, BUSY_TIMEOUT)
  connection.function('casefold', { deterministic: true }, casefold)
  return connection
}

// SQLite's lower() handles only ASCII.
const casefold = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)

/** `writes`: the file that transactions write. */
export function kyselyOver(connection: Connection, { writes }: { writes?: string } = {}): Kysely<Tables> {
  const database: SqliteDatabase = { prepare: rememberStatements(connection), close: () => void connection.close() }
  const dialect: Dialect = Object.assign(new SqliteDialect({ database }), {
    createDriver: () => new Driver(database, connection, writes),
    createAdapter: () => new TransactionalAdapter(),
  })
  return new Kysely<Tables>({ dialect })
}

/** Preparing a statement takes longer than running most. */
function rememberStatements(connection: Connection): (sql: string) => Statement {
  const known = new Map<string, Statement>()
  return (sql) => {
    const found = known.get(sql)
    if (found) return found
    const statement = connection.prepare(sql)
    if (known.size >= MAX_STATEMENTS) known.delete(known.keys().next().value!)
    known.set(sql, statement)
    return statement
  }
}

// SQLite supports DDL in transactions; Kysely's adapter assumes otherwise and would migrate step by step.
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * A transaction that may write locks the database when it begins: if it began with a read, it could not write once another
 * process has. Requests are answered while a long one is under way.
 */
class Driver extends SqliteDriver {
  readonly #connection: Connection
  readonly #writes: string | undefined
  #endTurn = () => {}

  constructor(database: SqliteDatabase, connection: Connection, writes: string | undefined) {
    super({ database })
    this.#connection = connection
    this.#writes = writes
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#writes === undefined) return super.beginTransaction(connection)
    this.#endTurn = await takeTurn(this.#writes)
    try {
      await connection.executeQuery(BEGIN)
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#endTurn()
  }

  // On some errors, such as a full disk, SQLite itself rolls back.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#connection.inTransaction) await super.rollbackTransaction(connection)
    } finally {
      this.#endTurn()
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new YieldingConnection(await super.acquireConnection())
  }
}

const BEGIN = CompiledQuery.raw('begin immediate')

const turns = new Map<string, Promise<void>>()

/**
 * Resolves when no other connection of this process is in a transaction that writes the file. SQLite would stop the thread to
 * wait for it, which then could not go on.
 */
async function takeTurn(file: string): Promise<() => void> {
  let end = () => {}
  const before = turns.get(file)
  const turn = new Promise<void>((resolve) => {
    end = resolve
  })
  const last = Promise.resolve(before).then(() => turn)
  turns.set(file, last)
  await before
  return () => {
    end()
    if (turns.get(file) === last) turns.delete(file)
  }
}

class YieldingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await yieldToEventLoop()
    return this.#connection.executeQuery<R>(query)
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query, chunkSize)
  }
}
