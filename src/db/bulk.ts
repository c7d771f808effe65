// Reads, inserts and replaces whole tables in batches.
import { CompiledQuery, sql } from 'kysely'
import { DERIVED_TABLES } from './derived.ts'
import { isSqlite } from './dialect.ts'
import { listTables, type TableSchema } from './introspection.ts'
import type { Db } from './tables.ts'

export type Value = string | number | Uint8Array | null
export type CopiedRow = Record<string, Value>

const FIRST_BATCH = 100
const MAX_BATCH = 2000
const BATCH_BYTES = 4 * 1024 * 1024

/** Reads all rows in key order. The batch size adapts to the row size, so that a batch takes a few MB. */
export async function* readRows(db: Db, table: TableSchema): AsyncGenerator<CopiedRow[]> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(table.key.map((name) => sql.ref(name)))
  let limit = FIRST_BATCH
  let after = sql``
  for (;;) {
    const { rows } = await sql<CopiedRow>`
      select ${columns} from ${sql.table(table.name)} ${after} order by ${key} limit ${limit}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = sql`where (${key}) > (${sql.join(table.key.map((name) => rows.at(-1)![name]))})`
    limit = Math.max(1, Math.min(MAX_BATCH, Math.floor((rows.length * BATCH_BYTES) / sizeOf(rows))))
  }
}

const sizeOf = (rows: CopiedRow[]): number =>
  rows.reduce((total, row) => Object.values(row).reduce<number>((sum, value) => sum + lengthOf(value), total), 1)

const lengthOf = (value: Value): number => (value === null || typeof value === 'number' ? 8 : value.length)

/** Inserts rows that were read from this or another database. */
export async function insertRows(
  db: Db,
  table: TableSchema,
  rows: CopiedRow[],
  { existing = 'fail' }: { existing?: keyof typeof CONFLICTS } = {},
): Promise<void> {
  const into = insertInto(table)
  const conflict = CONFLICTS[existing](table)
  if (isSqlite(db)) {
    const text = `${into} ${placeholders(table)}${conflict}`
    for (const row of rows) await db.executeQuery(CompiledQuery.raw(text, valuesOf(table, row)))
    return
  }
  // One array per column, so that the statement is the same for every batch.
  const arrays = table.columns.map(({ type }, at) => `$${at + 1}::${POSTGRES_TYPES[type]}[]`).join(', ')
  const values = table.columns.map(({ name }) => rows.map((row) => row[name]))
  await db.executeQuery(CompiledQuery.raw(`${into} select * from unnest(${arrays})${conflict}`, values))
}

const insertInto = ({ name, columns }: TableSchema): string =>
  `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})`

const placeholders = ({ columns }: TableSchema): string => `values (${columns.map(() => '?').join(', ')})`

/** What becomes of rows whose key exists. */
const CONFLICTS = {
  fail: () => '',
  keep: () => ' on conflict do nothing',
  replace: ({ key, columns }: TableSchema) =>
    ` on conflict (${key.map((name) => `"${name}"`).join(', ')}) do update set ${columns
      .filter(({ name }) => !key.includes(name))
      .map(({ name }) => `"${name}" = excluded."${name}"`)
      .join(', ')}`,
}

/** As `insertRows`, for tables of nothing but text: on SQLite, one statement for each row would take ten times as long. */
export async function insertTextRows(db: Db, table: TableSchema, rows: Record<string, string | null>[]): Promise<void> {
  if (!isSqlite(db)) return insertRows(db, table, rows)
  const names = table.columns.map(({ name }) => name)
  const fields = names.map((_, at) => `value ->> ${at}`).join(', ')
  // Half a character would become bytes that are no text.
  const values = rows.map((row) => names.map((name) => row[name]?.toWellFormed() ?? null))
  const query = `${insertInto(table)} select ${fields} from json_each(?)`
  await db.executeQuery(CompiledQuery.raw(query, [JSON.stringify(values)]))
}

const REMOVED_AT_ONCE = 500

/** Removes some rows of a space; true when none are left. */
export async function removeSome(db: Db, table: Pick<TableSchema, 'name' | 'key'>, spaceId: string): Promise<boolean> {
  const key = sql.join(table.key.map((name) => sql.ref(name)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table.name)} where (${key}) in
    (select ${key} from ${sql.table(table.name)} where space_id = ${spaceId} limit ${REMOVED_AT_ONCE})`.execute(db)
  return Number(numAffectedRows ?? 0) < REMOVED_AT_ONCE
}

const POSTGRES_TYPES = { text: 'text', integer: 'bigint', bytes: 'bytea' } as const

const valuesOf = (table: TableSchema, row: CopiedRow) => table.columns.map(({ name }) => row[name])

export async function hasRows(db: Db): Promise<boolean> {
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Empties all tables and runs `fill` in this transaction. Foreign keys are checked at its end. Derived tables stay
 * empty: the server rebuilds them at its next start.
 */
export async function replaceAllRows(db: Db, fill: () => Promise<void>): Promise<void> {
  const tables = [...DERIVED_TABLES, ...(await listTables(db)).map(({ name }) => name)]
  if (isSqlite(db)) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(db)
    return fill()
  }
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db)
  await deferringKeys(db, fill)
}

/** Runs `work` in this transaction; foreign keys are checked at its end. */
export async function deferringKeys<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (isSqlite(db)) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return work()
  }
  const keys = await listConstraints(db)
  await alterConstraints(db, keys, 'deferrable initially deferred')
  const result = await work()
  await sql`set constraints all immediate`.execute(db)
  await alterConstraints(db, keys, 'not deferrable')
  return result
}

interface Constraint {
  table: string
  name: string
}

async function listConstraints(db: Db): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select t.relname as "table", k.conname as name from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
    where k.contype = 'f' and not k.condeferrable`.execute(db)
  return rows
}

async function alterConstraints(db: Db, constraints: Constraint[], how: string): Promise<void> {
  for (const { table, name } of constraints) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(db)
  }
}
