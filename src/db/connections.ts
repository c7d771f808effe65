// What both databases share: the interface, and transactions that run again, wake the jobs and tell of changed spaces.
import { retryAfterAsyncWork } from '../lib/async-work.ts'
import type { Progress } from './copy.ts'
import { pendingMigrations, SchemaError } from './migrate.ts'
import { retrying } from './retrying.ts'
import { announcedSpaces, resetAnnouncements, type SpaceListener } from './signals.ts'
import type { Db } from './tables.ts'

export interface Database {
  kind: 'sqlite' | 'postgres'
  read: Db
  /**
   * The state of the whole database, as the database itself tells it: if it is the same as before, nothing at all was committed
   * in between, by anybody. Whoever keeps what was read asks for the state first. On SQLite, what another process commits
   * counts from the next turn of the event loop on.
   */
  state(): Promise<string>
  /** The connection for one request that reads a published site: a replica answers, if there is one and it is as fresh. */
  siteReader(): Db | Promise<Db>
  /** Queries of such requests so far, by the server that answered; undefined without a replica. */
  siteQueries(): { replica: number; primary: number } | undefined
  /**
   * Runs `work` in a transaction. It may run again after a transient error or after asynchronous work that it needs
   * (`AsyncWorkNeeded`), so it must have no other effects.
   */
  write<T>(work: (db: Db) => T | Promise<T>): Promise<T>
  /** Runs `work` on a consistent snapshot of the data; again, after a transient error. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Copies a consistent snapshot of all tables to a new SQLite file, without blocking writers. */
  copyTo(file: string, progress?: Progress): Promise<void>
  /** The listener is called after a transaction that queued a job commits. */
  onJobsQueued(listener: () => void): void
  /** The listener is called after a transaction that announced spaces commits, on this node or another. */
  onSpacesChanged(listener: SpaceListener): void
  migrate(): Promise<string[]>
  /** How often a connection broke: after that, the database may be another, or one that lost something. */
  breaks(): number
  /** Throws unless the database is reachable and migrated. */
  check(): Promise<void>
  close(): Promise<void>
}

type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

type Common = Pick<Database, 'read' | 'write' | 'onJobsQueued' | 'onSpacesChanged' | 'check'>

/** What is the same on both databases. */
export function common(
  read: Db,
  transact: Transact,
  tellOthers: SpaceListener = () => {},
): Common & { spacesChanged: SpaceListener } {
  const listeners: (() => void)[] = []
  const watchers: SpaceListener[] = []
  const spacesChanged: SpaceListener = (spaces) => {
    for (const watcher of watchers) watcher(spaces)
  }
  const write: Database['write'] = async (work) => {
    let queued = false
    let announced: ReadonlySet<string> | undefined
    const attempt = async (db: Db) => {
      transactionsWithJobs.delete(db)
      resetAnnouncements(db)
      outsides.set(db, { read, write })
      const result = await work(db)
      queued = transactionsWithJobs.has(db)
      announced = announcedSpaces(db)
      return result
    }
    const result = await retryAfterAsyncWork(() => retrying(() => transact(attempt)))
    if (queued) for (const listener of listeners) listener()
    if (announced) {
      spacesChanged(announced)
      tellOthers(announced)
    }
    return result
  }
  return {
    read,
    write,
    spacesChanged,
    onJobsQueued: (listener) => void listeners.push(listener),
    onSpacesChanged: (listener) => void watchers.push(listener),
    async check() {
      const pending = await pendingMigrations(read)
      if (pending.length > 0) throw new SchemaError(`The database lacks these migrations: ${pending.join(', ')}.`)
    },
  }
}

/** Transactions that queued a job: the runner wakes when they commit. */
export const transactionsWithJobs = new WeakSet<Db>()

/** The connections for asynchronous work that a transaction needs. */
export type Outside = Pick<Database, 'read' | 'write'>

const outsides = new WeakMap<Db, Outside>()

export function outsideOf(transaction: Db): Outside {
  const outside = outsides.get(transaction)
  if (!outside) throw new Error('Not in a transaction.')
  return outside
}

/** The read connection for such work. Outside a transaction, the same connection. */
export const readerOf = (db: Db): Db => outsides.get(db)?.read ?? db
