// Keeps what was found in a space until its words change: how many pages match and, on PostgreSQL, which come first, because
// it has to look at all matches for either. Nothing that is kept depends on who asks.
//
// What is kept under a state of the words was read by one statement together with that state, so it belongs to no other. On
// another node, or after another process has written, the state is another, and nothing kept is found.
import { LruCache } from '../lib/lru-cache.ts'
import { isSqlite } from './dialect.ts'
import type { SearchExpression } from './search-terms.ts'
import { directAccess } from './sqlite/sqlite.ts'
import type { Db } from './tables.ts'

/** The place of a match: its level, and its id in the index. */
export type KeptPlace = readonly [level: number, id: number]

const MAX_BYTES = 2 * 1024 * 1024
const ENTRY_BYTES = 200
const PLACE_BYTES = 100

const counts = new LruCache<number>(MAX_BYTES / 2)
const places = new LruCache<readonly KeptPlace[]>(MAX_BYTES / 2)

/** Where something may be kept for these words. */
export interface Keeping<T> {
  get(): T | undefined
  /** `state`: the state that was read with it. */
  set(value: T, state: string | null): void
}

/** A transaction may see what is never committed, so nothing is kept in one. */
const isReader = (db: Db): boolean => (isSqlite(db) ? directAccess(db)?.rowCache !== undefined : !db.isTransaction)

/** The number of matches; undefined if it cannot be kept. */
export const keepingCount = (db: Db, state: string | undefined, expression: SearchExpression) =>
  keeping(db, state, counts, [expression], 0)

/** The first matches, best first; undefined if they cannot be kept. */
export const keepingPlaces = (
  db: Db,
  state: string | undefined,
  levels: readonly SearchExpression[],
  limit: number,
): Keeping<readonly KeptPlace[]> | undefined => keeping(db, state, places, levels, limit)

function keeping<T>(
  db: Db,
  state: string | undefined,
  cache: LruCache<T>,
  levels: readonly SearchExpression[],
  limit: number,
): Keeping<T> | undefined {
  if (state === undefined || !isReader(db)) return undefined
  const key = `${state} ${limit} ${JSON.stringify(levels)}`
  const weight = ENTRY_BYTES + 2 * key.length + limit * PLACE_BYTES
  return {
    get: () => cache.get(key),
    set: (value, read) => void (read === state && cache.set(key, value, weight)),
  }
}
