// Kysely over SQLite: a read-only connection, and a write connection with one transaction at a time. In WAL
// mode, readers never wait for the writer. Each connection caches its prepared statements.
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
import { ensurePrivateFile, restrictMode } from '../../lib/private-files.ts'
import type { Tables } from '../tables.ts'
import { Checkpoints, MAX_LOG_PAGES } from './checkpoints.ts'
import type { Connection } from './connection.ts'
import { openConnection } from './driver.ts'
import { GroupCommit } from './group-commit.ts'
import { type QueryCache, RowCache } from './row-cache.ts'
import { Statements } from './statements.ts'
import { WalSync } from './wal-sync.ts'

const BUSY_TIMEOUT = 5000
/** Pages that the write connection keeps; the driver would keep 16 MB. */
const WRITER_CACHE_KB = 4000

export interface SqliteWriter {
  kysely: Kysely<Tables>
  /** Runs `work` in a transaction with exclusive use of the connection. */
  transact<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** The same for rows that are derived from others: resolves when they are committed, whether that is on disk or not. */
  derive<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** The cache of rows that reads share. */
  rowCache: RowCache
}

/** Opens the write connection. It must be opened first, because it creates the file and enables WAL mode. */
export function openSqliteWriter(file: string, freezeRows = false): SqliteWriter {
  // SQLite creates the -wal and -shm files with the mode of the database; existing ones keep their mode.
  ensurePrivateFile(file)
  for (const companion of ['-wal', '-shm']) restrictMode(`${file}${companion}`)
  const connection = open(file)
  // Some file systems have no shared memory; then there is no log either, and SQLite syncs commits itself.
  const [{ journal_mode }] = connection.pragma('journal_mode = WAL') as [{ journal_mode: string }]
  const disk = journal_mode === 'wal' ? new WalSync(file) : undefined
  connection.pragma(`synchronous = ${disk ? 'NORMAL' : 'FULL'}`)
  if (disk) connection.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)
  connection.pragma('foreign_keys = ON')
  // Keeps the statement journals of savepoints in memory: they are small and written often.
  connection.pragma('temp_store = MEMORY')
  // Writes touch few pages, and the system keeps the rest of the file in memory anyway.
  connection.pragma(`cache_size = -${WRITER_CACHE_KB}`)
  // `data_version` changes only when another connection commits.
  const dataVersion = connection.prepare('pragma data_version').raw()
  const rowCache = new RowCache(() => (dataVersion.get([]) as unknown[])[0])
  const checkpoints = disk && new Checkpoints(file)
  const dialect = new SqliteDialect(connection, 'begin immediate', {
    rowCache,
    freezeRows,
    disk,
    checkpoints,
    writes: file,
  })
  const kysely = new Kysely<Tables>({ dialect })
  const { statements } = dialect
  direct.set(kysely, {
    rows: (sql, parameters) => statements.run(sql, parameters).rows,
    queryCache: (sql) => (statements.onlyReads(sql) ? rowCache.queryCache(sql, statements.written) : undefined),
  })
  // The connection runs one transaction at a time, so every query on it belongs to this transaction.
  const { groupCommit } = dialect
  return {
    kysely,
    transact: (work) => groupCommit.run(() => work(kysely)),
    derive: (work) => groupCommit.run(() => work(kysely), true),
    rowCache,
  }
}

export function openSqliteReader(file: string, rowCache?: RowCache, freezeRows = false): Kysely<Tables> {
  const connection = open(file)
  connection.pragma('query_only = ON')
  const dialect = new SqliteDialect(connection, 'begin', { freezeRows })
  const reader = new Kysely<Tables>({ dialect })
  direct.set(reader, {
    rows: (sql, parameters) => dialect.statements.run(sql, parameters).rows,
    queryCache: (sql) => rowCache?.queryCache(sql),
    rowCache,
  })
  return reader
}

export interface DirectAccess {
  rows(sql: string, parameters: readonly unknown[]): unknown[]
  /** The cache of this query; undefined if its rows must not be cached. */
  queryCache(sql: string): QueryCache | undefined
  /** Set for read connections only. */
  rowCache?: RowCache | undefined
}

const direct = new WeakMap<object, DirectAccess>()

/** Direct access to the connection, bypassing the query executor, whose promises cost as much as reading a row. */
export const directAccess = (db: Kysely<Tables>): DirectAccess | undefined => direct.get(db)

export function open(file: string): Connection {
  const connection = openConnection(file, BUSY_TIMEOUT)
  connection.function('casefold', { deterministic: true }, casefold)
  return connection
}

// SQLite's lower() handles only ASCII.
const casefold = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)

// SQLite supports DDL in transactions; Kysely's adapter assumes otherwise and would migrate step by step.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

export interface DialectOptions {
  /** Is invalidated by writes on this connection. */
  rowCache?: RowCache
  freezeRows?: boolean
  /** Syncs what is committed on this connection, unless SQLite does. */
  disk?: WalSync | undefined
  /** Copy the log of this connection into the database. */
  checkpoints?: Checkpoints | undefined
  /** The file that this connection writes. */
  writes?: string
}

/** The number of connections that write a file. */
const writers = new Map<string, number>()
const countWriter = (file: string, by: 1 | -1) => writers.set(file, (writers.get(file) ?? 0) + by)

export class SqliteDialect implements Dialect {
  readonly statements: Statements
  readonly groupCommit: GroupCommit
  readonly #database: Connection
  readonly #options: DialectOptions

  constructor(database: Connection, begin: string, options: DialectOptions = {}) {
    const { rowCache, freezeRows = false, disk, checkpoints, writes } = options
    this.#database = database
    this.#options = options
    if (writes !== undefined) countWriter(writes, 1)
    const onCommit = (tables: ReadonlySet<string>) => {
      disk?.noteCommit()
      checkpoints?.noteCommit(this.statements.writes)
      rowCache?.invalidate(tables)
    }
    this.statements = new Statements(database, onCommit, freezeRows)
    const open = () => {
      this.statements.run(begin, [])
      rowCache?.refreshNow()
    }
    const isAlone = () => writes === undefined || writers.get(writes) === 1
    this.groupCommit = new GroupCommit(open, this.statements, database, disk, undefined, isAlone)
  }

  createDriver = (): Driver => new SqliteDriver(this.#database, this.statements, this.groupCommit, this.#options)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new TransactionalSqliteAdapter()
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db)
}

class SqliteDriver implements Driver {
  readonly #database: Connection
  readonly #statements: Statements
  readonly #groupCommit: GroupCommit
  readonly #options: DialectOptions

  constructor(database: Connection, statements: Statements, groupCommit: GroupCommit, options: DialectOptions) {
    this.#database = database
    this.#statements = statements
    this.#groupCommit = groupCommit
    this.#options = options
  }

  async init() {}

  acquireConnection = async () =>
    new SqliteConnection(this.#database, this.#statements, this.#groupCommit, this.#options.disk)

  // Statements outside a transaction are atomic; only transactions are serialized.
  beginTransaction = () => this.#groupCommit.begin()
  commitTransaction = (connection: DatabaseConnection) => this.#groupCommit.commit(connection)
  rollbackTransaction = (connection: DatabaseConnection) => this.#groupCommit.rollback(connection)

  async releaseConnection() {}

  async destroy() {
    const { disk, checkpoints, writes } = this.#options
    await this.#groupCommit.idle()
    await disk?.close()
    await checkpoints?.close()
    this.#database.close()
    if (writes !== undefined) countWriter(writes, -1)
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Connection
  readonly #statements: Statements
  readonly #groupCommit: GroupCommit
  readonly #disk: WalSync | undefined

  constructor(database: Connection, statements: Statements, groupCommit: GroupCommit, disk: WalSync | undefined) {
    this.#database = database
    this.#statements = statements
    this.#groupCommit = groupCommit
    this.#disk = disk
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { writes } = this.#statements
    const result = this.#statements.run(sql, parameters) as QueryResult<R>
    if (this.#statements.writes === writes) return result
    // Reads never wait for the writer, so they are answered while a transaction is open.
    if (this.#database.inTransaction) await this.#groupCommit.giveWay()
    else await this.#disk?.whenSynced()
    return result
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#database.prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }
}
