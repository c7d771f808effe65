// The database as the rest of the house sees it: a side to read from, and write transactions.

import type { Sooner } from '../lib/sooner.ts'
import { copyToFile, type Progress } from './copy.ts'
import { isTransient } from './dialect.ts'
import { migrateToLatest, pendingMigrations, SchemaError } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqliteReader, openSqliteWriter } from './sqlite.ts'
import { copySqlite } from './sqlite-file.ts'
import type { Db } from './tables.ts'

const WRITE_ATTEMPTS = 10

export interface Database {
  kind: 'sqlite' | 'postgres'
  read: Db
  /** Runs `work` in one transaction; it may run again when the database asks for a retry, so it has no other effects. */
  write<T>(work: (db: Db) => Sooner<T>): Promise<T>
  /** Runs `work` on one unchanging view of the data. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Writes all tables, as of one moment, to a new SQLite file; writers go on meanwhile. */
  copyTo(file: string, progress?: Progress): Promise<void>
  /** Called after a transaction that queued a job has been committed. */
  onJobsQueued(listener: () => void): void
  migrate(): Promise<string[]>
  /** Reachable and migrated, or throws. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://…`, or the path of a SQLite file. */
  url: string
  connections?: number
}

export function openDatabase({ url, connections = 10 }: DatabaseOptions): Database {
  return /^postgres(ql)?:\/\//.test(url) ? postgres(url, connections) : sqlite(url)
}

function sqlite(file: string): Database {
  const writer = openSqliteWriter(file)
  const reader = openSqliteReader(file, writer.memory)
  return {
    kind: 'sqlite',
    ...common(reader, writer.transact),
    async snapshot(work) {
      const fresh = openSqliteReader(file)
      return fresh
        .transaction()
        .execute(work)
        .finally(() => fresh.destroy())
    },
    copyTo: async (copy) => copySqlite(file, copy),
    migrate: () => migrateToLatest(writer.kysely),
    async close() {
      await writer.kysely.destroy()
      await reader.destroy()
    },
  }
}

function postgres(url: string, connections: number): Database {
  const { kysely } = openPostgres(url, connections)
  const snapshot: Database['snapshot'] = (work) =>
    kysely.transaction().setIsolationLevel('repeatable read').execute(work)
  return {
    kind: 'postgres',
    ...common(kysely, (work) => kysely.transaction().execute(work)),
    snapshot,
    copyTo: (copy, progress) => snapshot((db) => copyToFile(db, copy, progress)),
    migrate: () => migrateToLatest(kysely),
    close: () => kysely.destroy(),
  }
}

type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

function common(read: Db, transact: Transact): Pick<Database, 'read' | 'write' | 'onJobsQueued' | 'check'> {
  const listeners: (() => void)[] = []
  return {
    read,
    async write(work) {
      let queued = false
      const result = await retrying(() =>
        transact(async (db) => {
          queuedJobs.delete(db)
          const result = await work(db)
          queued = queuedJobs.has(db)
          return result
        }),
      )
      if (queued) for (const listener of listeners) listener()
      return result
    },
    onJobsQueued: (listener) => void listeners.push(listener),
    async check() {
      const pending = await pendingMigrations(read)
      if (pending.length > 0) throw new SchemaError(`The database lacks these migrations: ${pending.join(', ')}.`)
    },
  }
}

/** Transactions that queued a job: the runner is woken when they commit. */
export const queuedJobs = new WeakSet<Db>()

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === WRITE_ATTEMPTS || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * tries))
    }
  }
}
