// Every difference between SQLite and PostgreSQL that queries have to know. Nothing outside this folder asks which
// database it talks to.
import { type Expression, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import type { Db } from './tables.ts'

export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter

/** True for rows whose `column` is one of `values`; the statement's text does not depend on how many there are. */
export function isOneOf(db: Db, column: Expression<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  return isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<SqlBool>`${column} = any(${[...values]}::text[])`
}

/** As `isOneOf` for a query that is prepared: `list` stands for what `asList` makes of the values. */
export const isInList = (db: Db, column: Expression<unknown>, list: unknown): RawBuilder<SqlBool> =>
  isSqlite(db)
    ? sql<SqlBool>`${column} in (select value from json_each(${list}))`
    : sql<SqlBool>`${column} = any(${list}::text[])`

export const asList = (db: Db, values: readonly string[]): unknown => (isSqlite(db) ? JSON.stringify(values) : values)

/** True for rows whose `column`, in lower case, is one of `values`. */
export function isOneOfWhateverCase(
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

/** Holds the row against other writers until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockRow(
  db: Db,
  table:
    | 'organizations'
    | 'spaces'
    | 'collections'
    | 'teams'
    | 'comments'
    | 'sites'
    | 'integrations'
    | 'integration_installations',
  id: string,
  by: 'id' | 'name' = 'id',
): Promise<void> {
  if (isSqlite(db)) return
  await db.selectFrom(table).select('id').where(sql.ref<string>(by), '=', id).forNoKeyUpdate().execute()
}

/** True when `column` contains `text`, whatever the case. */
export function contains(db: Db, column: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return isSqlite(db)
    ? sql<SqlBool>`casefold(${column}) like casefold(${pattern}) escape '\\'`
    : sql<SqlBool>`${column} collate "default" ilike ${pattern} escape '\\'`
}

/** Errors after which the same transaction may well succeed: a deadlock, a serialization failure, a broken connection. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '40001' || code === '40P01' || code === 'SQLITE_BUSY'
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

/** The database cannot be reached right now. */
export const isUnavailable = (error: unknown): boolean => UNAVAILABLE.has((error as { code?: string }).code ?? '')

const START_LOCK = 4_218_021
const LOCKS = { numberEvents: 4_218_022 }

/** Makes nodes that start at the same moment take turns. */
export async function lockStart(db: Db): Promise<void> {
  if (!isSqlite(db)) await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(db)
}

/** Waits until no other transaction does it; none begins before this one ends. */
export async function takeTurn(db: Db, what: keyof typeof LOCKS): Promise<void> {
  if (!isSqlite(db)) await sql`select pg_advisory_xact_lock(${LOCKS[what]})`.execute(db)
}

/** Lets one transaction at a time do it; false when another one is at it. SQLite has one writer at a time anyway. */
export async function tryLock(db: Db, what: keyof typeof LOCKS): Promise<boolean> {
  if (isSqlite(db)) return true
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCKS[what]}) as taken`.execute(db)
  return rows[0]!.taken
}
