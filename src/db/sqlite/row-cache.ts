// Caches the rows of prepared queries until a table that they read is written. Statements of this process report the
// tables they write; when another process commits, the whole cache is invalidated. Rows are frozen, because all readers
// share them.
//
// Transactions use the cache too: no other writer commits in the meantime. Queries on tables that the transaction
// itself has written bypass the cache until it ends.

import { UNSEEN_ON_SQLITE } from '../shown-tables.ts'

/** The maximum number of cached results per query. */
const MAX_RESULTS = 1000

type Rows = readonly unknown[]

/** Represents the tables that a statement may change without naming them. */
export const ALL_TABLES = '*'

const NOTHING: ReadonlySet<string> = new Set()

export class RowCache {
  readonly #all: QueryCache[] = []
  /** Caches by each word of their query: non-table words are harmless. */
  readonly #byWord = new Map<string, QueryCache[]>()
  readonly #dataVersion: () => unknown
  #version: unknown
  #isChecked = false
  #shownState = {}

  /** `dataVersion` changes when another process commits. */
  constructor(dataVersion: () => unknown) {
    this.#dataVersion = dataVersion
  }

  /** `written`: the tables with uncommitted writes of the connection. */
  queryCache(sql: string, written = NOTHING): QueryCache {
    const words = new Set(sql.match(/\w+/g))
    const cache = new QueryCache(this, words, written)
    this.#all.push(cache)
    for (const word of words) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), cache])
    return cache
  }

  /** An object that is replaced whenever anything is committed, except bookkeeping. */
  get shownState(): object {
    this.refresh()
    return this.#shownState
  }

  /** Invalidates the queries on these tables, after this process has committed writes to them. */
  invalidate(tables: ReadonlySet<string>): void {
    for (const table of tables) if (!UNSEEN_ON_SQLITE.has(table)) this.#shownState = {}
    if (tables.has(ALL_TABLES)) for (const cache of this.#all) cache.clear()
    else for (const table of tables) for (const cache of this.#byWord.get(table) ?? []) cache.clear()
  }

  /** Checks once per turn of the event loop whether another process has committed; costs a fraction of a query. */
  refresh(): void {
    if (this.#isChecked) return
    this.#isChecked = true
    setImmediate(() => {
      this.#isChecked = false
    })
    this.refreshNow()
  }

  refreshNow(): void {
    const version = this.#dataVersion()
    if (version !== this.#version) this.invalidate(new Set([ALL_TABLES]))
    this.#version = version
  }
}

// Several times faster than `join`.
function keyOf(parameters: readonly unknown[]): string {
  let key = String(parameters[0])
  for (let at = 1; at < parameters.length; at++) key += `\0${parameters[at]}`
  return key
}

export class QueryCache {
  readonly #rowCache: RowCache
  readonly #words: ReadonlySet<string>
  readonly #written: ReadonlySet<string>
  readonly #rows = new Map<string, Rows>()

  constructor(rowCache: RowCache, words: ReadonlySet<string>, written: ReadonlySet<string>) {
    this.#rowCache = rowCache
    this.#words = words
    this.#written = written
  }

  /** Returns the cached rows for these parameters, or reads them with `read`. */
  get(parameters: readonly unknown[], read: () => Rows): Rows {
    if (this.#isBeingWritten()) return read()
    this.#rowCache.refresh()
    const key = keyOf(parameters)
    const known = this.#rows.get(key)
    if (known) return known
    const rows = read()
    for (const row of rows) Object.freeze(row)
    if (this.#rows.size >= MAX_RESULTS) this.#rows.clear()
    this.#rows.set(key, rows)
    return rows
  }

  #isBeingWritten(): boolean {
    for (const table of this.#written) if (this.#words.has(table) || table === ALL_TABLES) return true
    return false
  }

  clear(): void {
    this.#rows.clear()
  }
}
