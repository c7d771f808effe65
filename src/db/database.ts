// Opens the database: a read connection and write transactions, on SQLite or PostgreSQL.
import { common, type Database } from './connections.ts'
import { migrateToLatest } from './migrate.ts'
import { retrying } from './retrying.ts'
import { copySqlite } from './sqlite/file.ts'
import { directAccess, openSqliteReader, openSqliteWriter } from './sqlite/sqlite.ts'
import { indexThrough } from './waiting-words.ts'

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
  /** Throws when a row is changed after it was read. Rows are shared with caches, so tests turn this on. */
  freezeRows?: boolean
}

export async function openDatabase({
  url,
  directUrl = url,
  replicaUrl,
  connections = 10,
  freezeRows = false,
  statementNames = true,
}: DatabaseOptions): Promise<Database> {
  if (!/^postgres(ql)?:\/\//.test(url)) return sqlite(url, freezeRows)
  // The driver is large, and most servers do without it.
  const { postgres } = await import('./postgres-database.ts')
  return postgres({ url, directUrl, replicaUrl, connections }, { freezeRows, statementNames })
}

function sqlite(file: string, freezeRows: boolean): Database {
  const writer = openSqliteWriter(file, freezeRows)
  const reader = openSqliteReader(file, writer.rowCache, freezeRows)
  const shared = common(reader, writer.transact)
  indexThrough(reader, (work) => retrying(() => writer.derive(work)))
  return {
    kind: 'sqlite',
    ...shared,
    reader: () => reader,
    siteReader: () => reader,
    siteQueries: () => undefined,
    async snapshot(work) {
      const fresh = openSqliteReader(file)
      return fresh
        .transaction()
        .execute(work)
        .finally(() => fresh.destroy())
    },
    copyTo: async (copy) => copySqlite(file, copy),
    state: async () => JSON.stringify(directAccess(reader)!.rows('pragma data_version', [])),
    breaks: () => 0,
    migrate: () => migrateToLatest(writer.kysely),
    async close() {
      await writer.kysely.destroy()
      await reader.destroy()
    },
  }
}
