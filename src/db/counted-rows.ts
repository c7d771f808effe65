// Keeps the rows of prepared queries on PostgreSQL for as long as nothing is committed that people may see, or that
// authenticates them. One small query tells, which all requests share that come while another is under way.
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { sharing } from '../lib/sharing.ts'
import { countChanges, countVisibleChanges, isUncounted } from './shown-tables.ts'
import type { Db } from './tables.ts'

/** The size of all kept rows, about; when it is reached, all are forgotten. */
const MAX_BYTES = 16 * 1024 * 1024
const ROW_BYTES = 200

type Rows = readonly unknown[]

/** The rows of one state of the database. */
export class CountedRows {
  /** Stands for that state. Whoever remembers it does not keep the rows in memory. */
  readonly state: object = {}
  #byQuery = new Map<string, Map<string, Rows>>()
  #bytes = 0

  /** The rows for these parameters, kept or else read; as they are read if the query must not be kept. */
  get(text: string, parameters: readonly unknown[], read: () => Promise<Rows>): MaybePromise<Rows> {
    const key = JSON.stringify(parameters)
    const known = this.#byQuery.get(text)?.get(key)
    if (known) return known
    return read().then((rows) => {
      this.#keep(text, key, rows)
      return rows
    })
  }

  #keep(text: string, key: string, rows: Rows): void {
    const bytes = key.length + rows.reduce((sum: number, row) => sum + sizeOf(row as object), ROW_BYTES)
    if (bytes > MAX_BYTES / 16) return
    for (const row of rows) Object.freeze(row)
    if (this.#bytes + bytes > MAX_BYTES) {
      this.#byQuery = new Map()
      this.#bytes = 0
    }
    const results = this.#byQuery.get(text) ?? new Map<string, Rows>()
    this.#byQuery.set(text, results.set(key, rows))
    this.#bytes += bytes
  }
}

function sizeOf(row: object): number {
  let size = ROW_BYTES
  for (const value of Object.values(row)) if (typeof value === 'string') size += value.length
  return size
}

const kept = new WeakMap<Db, CountedRows>()

/** The kept rows of a reader; undefined if it keeps none, or none of this query. */
export const countedRows = (db: Db, text?: string): CountedRows | undefined =>
  text !== undefined && isUncounted(text) ? undefined : kept.get(db)

/**
 * Returns the reader for a request: one that keeps rows, if everything that was counted can be read by now, or else the
 * given one.
 */
export function countedReader(read: Db, breaks: () => number): () => Promise<Db> {
  // A database that was restarted may count some changes again.
  const unlessFailed = (asked: Promise<string | undefined>) =>
    asked.then(
      (count) => count && `${breaks()} ${count}`,
      () => undefined,
    )
  const now = sharing(() => unlessFailed(countChanges(read)))
  const visible = sharing(() => unlessFailed(countVisibleChanges(read)))
  let current: { state: string; db: Db } | undefined
  // While others write, the first question would be asked for nothing.
  let hasChanged = false
  return async () => {
    if (!hasChanged) {
      const state = await now()
      if (state === undefined) return read
      if (current?.state === state) return current.db
    }
    const seen = await visible()
    hasChanged = current?.state !== seen
    if (seen === undefined) return read
    if (hasChanged) {
      current = { state: seen, db: read.withTables<Record<never, never>>() as unknown as Db }
      kept.set(current.db, new CountedRows())
    }
    return current!.db
  }
}
