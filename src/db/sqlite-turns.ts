// Transactions of one SQLite connection take turns, and those that wait for the same moment share a commit: each is told
// of success only when all of them are safely on disk. Waiting for the disk costs more than most writes do, and this way
// it is waited for once.
//
// Most that fail do so before they have written anything, and then there is nothing to undo. Where there is, what the
// others did is undone with it and they are told to try again; for a while after that each turn has a savepoint of its
// own, so that it can be undone alone. Savepoints copy every page that is touched, too much for what is seldom needed.
import type { Statements } from './sqlite-statements.ts'

/** A commit does not wait for more than this: whoever came first would wait too long. */
const MOST_TOGETHER = 100
const LONGEST_TOGETHER = 10
/** So many turns have savepoints after some had to be undone with another. */
const CAREFUL_FOR = 200

interface Settle {
  done(): void
  failed(error: unknown): void
}

interface Together {
  began: number
  count: number
  /** Those that are done but not yet committed. */
  members: Settle[]
  /** The turn at hand has a savepoint. */
  hasSavepoint: boolean
  /** How often the connection had written when that turn began. */
  writesBefore: number
}

export class Turns {
  readonly #open: () => void
  readonly #statements: Statements
  readonly #database: { readonly inTransaction: boolean }
  readonly #waiting: (() => void)[] = []
  readonly #finished = new WeakSet<object>()
  #isBusy = false
  #together: Together | undefined
  #careful = 0
  #whenIdle: (() => void)[] = []

  /** `open`: begins a transaction. */
  constructor(open: () => void, statements: Statements, database: { readonly inTransaction: boolean }) {
    this.#open = open
    this.#statements = statements
    this.#database = database
  }

  /** Does `work` in a turn of its own; resolves when what was done in it is committed. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.begin()
    let result: T
    try {
      result = await work()
    } catch (error) {
      await this.rollback(work)
      throw error
    }
    await this.commit(work)
    return result
  }

  /** Resolves when it is the caller's turn and a transaction is open for it. */
  async begin(): Promise<void> {
    await this.#turn()
    try {
      if (!this.#together) {
        this.#open()
        this.#together = { began: performance.now(), count: 0, members: [], hasSavepoint: false, writesBefore: 0 }
      }
      this.#together.count++
      this.#together.hasSavepoint = this.#careful > 0
      if (this.#careful > 0) this.#run('savepoint turn')
      this.#careful = Math.max(0, this.#careful - 1)
      this.#together.writesBefore = this.#statements.writes
    } catch (error) {
      this.#handOver()
      throw error
    }
  }

  /** Ends the turn; resolves when what was done in it is committed. */
  async commit(who: object): Promise<void> {
    if (this.#together!.hasSavepoint) this.#run('release turn')
    this.#finished.add(who)
    await new Promise<void>((done, failed) => {
      this.#together!.members.push({ done, failed })
      this.#handOver()
    })
  }

  /** Ends the turn with nothing done in it. After a commit that failed there is nothing left to undo. */
  async rollback(who: object): Promise<void> {
    if (this.#finished.has(who)) return
    try {
      // Some errors (a full disk, say) make SQLite undo the whole transaction by itself.
      if (this.#database.inTransaction) this.#undo(this.#together!)
    } finally {
      this.#handOver()
    }
  }

  #undo({ hasSavepoint, writesBefore, members }: Together): void {
    if (hasSavepoint) {
      this.#run('rollback to turn')
      this.#run('release turn')
    } else if (this.#statements.writes > writesBefore) {
      this.#run('rollback')
      if (members.length > 0) this.#careful = CAREFUL_FOR
    }
  }

  #run(sql: string): void {
    this.#statements.run(sql, [])
  }

  idle(): Promise<void> {
    return this.#isBusy ? new Promise((resolve) => void this.#whenIdle.push(resolve)) : Promise.resolve()
  }

  /** Whoever finds nobody waits for the rest of what arrived in this turn of the event loop to queue up behind it. */
  #turn(): Promise<void> {
    if (this.#isBusy) return new Promise((resolve) => void this.#waiting.push(resolve))
    this.#isBusy = true
    return new Promise((resolve) => void setImmediate(resolve))
  }

  #handOver(): void {
    const next = this.#waiting.shift()
    const goesOn = next !== undefined && this.#mayGrow()
    if (!goesOn) this.#finish()
    // Whatever else the process has to do gets its turn between two commits.
    if (goesOn) next()
    else if (next) setImmediate(next)
    else this.#rest()
  }

  #rest(): void {
    this.#isBusy = false
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #mayGrow(): boolean {
    if (!this.#together) return true
    const { began, count } = this.#together
    return this.#database.inTransaction && count < MOST_TOGETHER && performance.now() - began < LONGEST_TOGETHER
  }

  #finish(): void {
    const members = this.#together?.members ?? []
    if (!this.#together) return
    this.#together = undefined
    try {
      if (this.#database.inTransaction) this.#run('commit')
      else if (members.length > 0) throw new UndoneByAnother()
      for (const { done } of members) done()
    } catch (error) {
      if (this.#database.inTransaction) this.#run('rollback')
      for (const { failed } of members) failed(error)
    }
  }
}

/** What others did in the same transaction made SQLite undo all of it: worth another try. */
class UndoneByAnother extends Error {
  readonly code = 'SQLITE_BUSY'

  constructor() {
    super('The transaction was undone together with another that failed.')
  }
}
