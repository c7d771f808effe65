// Group commit: the transactions of a SQLite connection run one after the other, and queued ones share a commit. Each
// transaction resolves only when the commit is on disk; the next group runs while it gets there.
//
// Most transactions that fail have written nothing, so there is nothing to undo. Otherwise the whole group is rolled
// back, and its other members are retried. For a while after that, each transaction has a savepoint, so that it can be
// undone alone. Savepoints copy every page that is written, which is too expensive to do always.
import type { Statements } from './statements.ts'
import type { WalSync } from './wal-sync.ts'

/** The maximum size and duration of a group, which bound the latency of its first member. */
const GROUP_COMMIT_MAX = 100
const GROUP_COMMIT_MAX_MS = 25
/** A transaction that has run for this long lets others be answered before it goes on. */
const MAX_TURN_MS = 1
/** The number of transactions with savepoints after a group was rolled back. */
const SAVEPOINTS_AFTER_UNDO = 200

/** Syncs what is committed. */
type Disk = Pick<WalSync, 'isBehind' | 'whenSynced' | 'check'>

interface Member {
  /** True if it resolves when it is committed, whether that is on disk or not. */
  isDerived: boolean
  done(): void
  failed(error: unknown): void
}

interface Group {
  began: number
  count: number
  /** The finished transactions that wait for the commit. */
  members: Member[]
  /** True if the current transaction has a savepoint. */
  hasSavepoint: boolean
  /** The write count of the connection when the current transaction began. */
  writesBefore: number
}

export class GroupCommit {
  readonly #open: () => void
  readonly #statements: Statements
  readonly #database: { readonly inTransaction: boolean }
  readonly #disk: Disk | undefined
  readonly #now: () => number
  readonly #isAlone: () => boolean
  readonly #waiting: (() => void)[] = []
  readonly #finished = new WeakSet<object>()
  #isBusy = false
  #group: Group | undefined
  #savepoints = 0
  #resumed = 0
  #whenIdle: (() => void)[] = []

  /**
   * `open` begins a SQLite transaction; `disk` syncs commits, unless SQLite does; `now` is the clock, in milliseconds;
   * `isAlone` tells that this thread has no other connection that writes this file.
   */
  constructor(
    open: () => void,
    statements: Statements,
    database: { readonly inTransaction: boolean },
    disk?: Disk | undefined,
    now = () => performance.now(),
    isAlone = () => true,
  ) {
    this.#open = open
    this.#statements = statements
    this.#database = database
    this.#disk = disk
    this.#now = now
    this.#isAlone = isAlone
  }

  /**
   * Runs `work` as one transaction; resolves when it is committed. What is derived from other rows can be written again, so
   * nobody has to wait until it is on disk.
   */
  async run<T>(work: () => Promise<T>, isDerived = false): Promise<T> {
    await this.begin()
    let result: T
    try {
      result = await work()
    } catch (error) {
      await this.rollback(work)
      throw error
    }
    await this.commit(work, isDerived)
    return result
  }

  /**
   * Within a transaction: a promise of the next turn of the event loop if this one has been long, else undefined. Another
   * connection that writes would stop the thread to wait for this transaction, which then could not go on.
   */
  giveWay(): Promise<void> | undefined {
    if (this.#now() - this.#resumed < MAX_TURN_MS || !this.#isAlone()) return undefined
    return nextTurn().then(() => {
      this.#resumed = this.#now()
    })
  }

  /** Resolves when the caller may write and a transaction is open. */
  async begin(): Promise<void> {
    await this.#acquire()
    try {
      if (!this.#group) {
        this.#disk?.check()
        this.#open()
        this.#resumed = this.#now()
        this.#group = { began: this.#resumed, count: 0, members: [], hasSavepoint: false, writesBefore: 0 }
      }
      this.#group.count++
      this.#group.hasSavepoint = this.#savepoints > 0
      if (this.#savepoints > 0) this.#run('savepoint member')
      this.#savepoints = Math.max(0, this.#savepoints - 1)
      this.#group.writesBefore = this.#statements.writes
    } catch (error) {
      this.#release()
      throw error
    }
  }

  /** Ends the transaction; resolves when it is committed. */
  async commit(who: object, isDerived = false): Promise<void> {
    if (this.#group!.hasSavepoint) this.#run('release member')
    this.#finished.add(who)
    await new Promise<void>((done, failed) => {
      this.#group!.members.push({ isDerived, done, failed })
      this.#release()
    })
  }

  /**
   * Undoes and ends the transaction. It may have failed because of what other members wrote, so this resolves when they
   * are committed, and fails like them if they are not. After a failed commit there is nothing left to undo.
   */
  async rollback(who: object): Promise<void> {
    if (this.#finished.has(who)) return
    const { members } = this.#group!
    let committed: Promise<void> | undefined
    try {
      // SQLite itself rolls back the whole transaction on some errors, such as a full disk.
      if (!this.#database.inTransaction) return
      const others = members.length > 0
      this.#undo(this.#group!)
      if (others) committed = new Promise((done, failed) => void members.push({ isDerived: false, done, failed }))
    } finally {
      this.#release()
    }
    await committed
  }

  #undo({ hasSavepoint, writesBefore, members }: Group): void {
    if (hasSavepoint) {
      this.#run('rollback to member')
      this.#run('release member')
    } else if (this.#statements.writes > writesBefore) {
      this.#run('rollback')
      if (members.length > 0) this.#savepoints = SAVEPOINTS_AFTER_UNDO
    }
  }

  #run(sql: string): void {
    this.#statements.run(sql, [])
  }

  idle(): Promise<void> {
    return this.#isBusy ? new Promise((resolve) => void this.#whenIdle.push(resolve)) : Promise.resolve()
  }

  /**
   * The first transaction waits for the next turn of the event loop, so that others of this turn can join its group.
   */
  #acquire(): Promise<void> {
    if (this.#isBusy) return new Promise((resolve) => void this.#waiting.push(resolve))
    this.#isBusy = true
    return nextTurn()
  }

  #release(): void {
    const next = this.#waiting.shift()
    const joins = next !== undefined && this.#canGrow()
    if (!joins) this.#commitGroup()
    // Other work of the process runs between two commits.
    if (joins) next()
    else if (next) setImmediate(next)
    else this.#becomeIdle()
  }

  #becomeIdle(): void {
    this.#isBusy = false
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #canGrow(): boolean {
    if (!this.#group) return true
    const { began, count } = this.#group
    return this.#database.inTransaction && count < GROUP_COMMIT_MAX && this.#now() - began < GROUP_COMMIT_MAX_MS
  }

  #commitGroup(): void {
    const members = this.#group?.members ?? []
    if (!this.#group) return
    this.#group = undefined
    try {
      if (this.#database.inTransaction) this.#run('commit')
      else if (members.length > 0) throw new GroupRolledBack()
      void this.#settle(members)
    } catch (error) {
      if (this.#database.inTransaction) this.#run('rollback')
      for (const { failed } of members) failed(error)
    }
  }

  /** Members that wrote nothing wait too: they may have seen what is not on disk yet, and tell of it. */
  async #settle(members: readonly Member[]): Promise<void> {
    for (const { isDerived, done } of members) if (isDerived) done()
    try {
      if (this.#disk?.isBehind) await this.#disk.whenSynced()
      for (const { isDerived, done } of members) if (!isDerived) done()
    } catch (error) {
      for (const { failed } of members) failed(error)
    }
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Another transaction caused a rollback of the whole group: the transaction can be retried. */
class GroupRolledBack extends Error {
  readonly code = 'SQLITE_BUSY'

  constructor() {
    super('The transaction was rolled back with its group.')
  }
}
