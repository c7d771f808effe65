// The differences between SQLite and PostgreSQL that affect queries. Code outside this folder does not depend on the
// kind of database.
import { type Expression, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { Db, Tables } from './tables.ts'

export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const tables = isSqlite(db)
    ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
    : sql`select 1 where to_regclass(${name}) is not null`
  return (await tables.execute(db)).rows.length > 0
}

/** True for rows whose `column` is one of `values`; the statement text does not depend on the number of values. */
export function isOneOf(db: Db, column: Expression<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  return isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<SqlBool>`${column} = any(${[...values]}::text[])`
}

/** What `values` has for the id in `column`; null where it has nothing. */
export function valueIn(
  db: Db,
  column: Expression<unknown>,
  values: ReadonlyMap<string, string>,
): RawBuilder<string | null> {
  const json = JSON.stringify(Object.fromEntries(values))
  return isSqlite(db)
    ? sql<string | null>`json_extract(${json}, '$."' || ${column} || '"')`
    : sql<string | null>`(${json}::jsonb ->> ${column})`
}

/** Like `isOneOf` for prepared queries: `list` is a parameter created by `asList`. */
export const isInList = (db: Db, column: Expression<unknown>, list: unknown): RawBuilder<SqlBool> =>
  isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${list}))`
    : sql<SqlBool>`${column} = any(${list}::text[])`

export const asList = (db: Db, values: readonly string[]): unknown => (isSqlite(db) ? JSON.stringify(values) : values)

/** True for rows whose `column`, in lower case, is one of `values`. */
export function isOneOfIgnoringCase(
  db: Db,
  column: Expression<unknown>,
  values: readonly string[],
): RawBuilder<SqlBool> {
  const folded = isSqlite(db) ? sql`casefold(${column})` : sql`lower(${column} collate "default")`
  return isOneOf(
    db,
    folded,
    values.map((value) => value.toLowerCase()),
  )
}

/**
 * Locks a row against other writers until the transaction ends: what it does from now on waits for the lock. SQLite has one
 * writer at a time anyway.
 */
export async function lockRow(db: Db, table: keyof Tables, id: string, column = 'id'): Promise<void> {
  if (isSqlite(db)) return
  await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} for no key update`.execute(db)
}

/** True if the bytes of `column` contain `bytes`. */
export const containsBytes = (db: Db, column: Expression<unknown>, bytes: Buffer): RawBuilder<SqlBool> =>
  isSqlite(db) ? sql<SqlBool>`instr(${column}, ${bytes}) > 0` : sql<SqlBool>`position(${bytes} in ${column}) > 0`

/** True if `column` contains `text`, ignoring case. */
export const contains = (db: Db, column: Expression<unknown>, text: string): RawBuilder<SqlBool> =>
  isLike(db, column, patternOf(text))

/** Like `contains` for prepared queries: `pattern` is a parameter created by `patternOf`. */
export const isLike = (db: Db, column: Expression<unknown>, pattern: string): RawBuilder<SqlBool> =>
  isSqlite(db)
    ? sql<SqlBool>`casefold(${column}) like casefold(${pattern}) escape '\\'`
    : sql<SqlBool>`${column} collate "default" ilike ${pattern} escape '\\'`

export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Errors after which a retry of the transaction may succeed: serialization failures, deadlocks, a busy SQLite, and plans
 * from before a migration.
 */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '40001' || code === '40P01' || code === 'SQLITE_BUSY' || isStalePlan(error)
}

/** True if a prepared statement of PostgreSQL would return other columns than when it was planned. */
export function isStalePlan(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return code === '0A000' && message.includes('cached plan')
}

export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

// Driver errors without a code: the connection broke during a query or before the next one, or there was no answer in time.
const BROKEN =
  /^Connection terminated|^Client has encountered a connection error|^Query read timeout|^timeout exceeded when trying to connect/

/** True for errors that mean that the database cannot be reached. */
export const isUnavailable = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return UNAVAILABLE.has(code) || BROKEN.test(message)
}

export const ADVISORY_LOCKS = {
  start: 4_218_021,
  numberEvents: 4_218_022,
  serverAdmins: 4_218_023,
  hostnames: 4_218_024,
}

type AdvisoryLock = keyof typeof ADVISORY_LOCKS

/** Waits for an advisory lock and holds it until the transaction ends. SQLite has one writer at a time anyway. */
export async function advisoryLock(db: Db, lock: AdvisoryLock): Promise<void> {
  if (!isSqlite(db)) await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(db)
}

/** Acquires an advisory lock until the transaction ends; false if another transaction holds it. */
export async function tryAdvisoryLock(db: Db, lock: AdvisoryLock): Promise<boolean> {
  if (isSqlite(db)) return true
  const { rows } = await sql<{ acquired: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) as acquired`.execute(db)
  return rows[0]!.acquired
}
