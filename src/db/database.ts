// Opens the database: a read connection and write transactions, on SQLite or PostgreSQL.
import { common, type Database } from './connections.ts'
import { migrateToLatest } from './migrate.ts'
import { copySqlite } from './sqlite/file.ts'
import { openSqliteReader, openSqliteWriter } from './sqlite/sqlite.ts'

export { type Database, type Outside, outsideOf, readerOf, transactionsWithJobs } from './connections.ts'

export interface DatabaseOptions {
  /** `postgres://…`, or the path of a SQLite file. */
  url: string
  /** The address of PostgreSQL itself, if `url` is that of a pooler. */
  directUrl?: string | undefined
  /** The address of a streaming replica that answers for published sites. */
  replicaUrl?: string | undefined
  connections?: number
  /** False if a pooler in between cannot keep prepared statements. */
  statementNames?: boolean
  /** How long a statement may take on PostgreSQL, in milliseconds; as long as it likes by default. */
  queryTimeout?: number
}

export async function openDatabase({
  url,
  directUrl = url,
  replicaUrl,
  connections = 10,
  statementNames = true,
  queryTimeout = 0,
}: DatabaseOptions): Promise<Database> {
  if (!/^postgres(ql)?:\/\//.test(url)) return sqlite(url)
  // The driver is large, and most servers do without it.
  const { postgres } = await import('./postgres-database.ts')
  return postgres({ url, directUrl, replicaUrl }, { connections, statementNames, queryTimeout })
}

function sqlite(file: string): Database {
  const writer = openSqliteWriter(file)
  const reader = openSqliteReader(file)
  const version = oncePerTurn(() => String(reader.version()))
  return {
    kind: 'sqlite',
    ...common(reader.kysely, (work) => writer.transaction().execute(work).finally(version.forget)),
    state: async () => version.read(),
    siteReader: () => reader.kysely,
    siteQueries: () => undefined,
    async snapshot(work) {
      const fresh = openSqliteReader(file).kysely
      return fresh
        .transaction()
        .execute(work)
        .finally(() => fresh.destroy())
    },
    copyTo: async (copy) => copySqlite(file, copy),
    breaks: () => 0,
    migrate: () => migrateToLatest(writer),
    async close() {
      await writer.destroy()
      await reader.kysely.destroy()
    },
  }
}

/**
 * Reads once for all requests of a turn of the event loop. They were all there when the turn began, so whatever their clients
 * know of was committed before.
 */
function oncePerTurn<T>(read: () => T): { read(): T; forget(): void } {
  let known: { value: T } | undefined
  const forget = () => {
    known = undefined
  }
  return {
    read() {
      if (!known) {
        known = { value: read() }
        setImmediate(forget)
      }
      return known.value
    },
    forget,
  }
}
