// Whole tables, a batch at a time: read in the order of their key, written as they are, emptied.
import { CompiledQuery, sql } from 'kysely'
import { DERIVED } from './derived.ts'
import { isSqlite } from './dialect.ts'
import { listTables, type TableShape } from './shape.ts'
import type { Db } from './tables.ts'

export type Value = string | number | Uint8Array | null
export type CopiedRow = Record<string, Value>

const FIRST_BATCH = 100
const LARGEST_BATCH = 2000
const BATCH_BYTES = 4 * 1024 * 1024

/** All rows in the order of their key. Batches grow while rows are small, so that none holds much more than a few MB. */
export async function* readRows(db: Db, table: TableShape): AsyncGenerator<CopiedRow[]> {
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
    limit = Math.max(1, Math.min(LARGEST_BATCH, Math.floor((rows.length * BATCH_BYTES) / sizeOf(rows))))
  }
}

const sizeOf = (rows: CopiedRow[]): number =>
  rows.reduce((total, row) => Object.values(row).reduce<number>((sum, value) => sum + lengthOf(value), total), 1)

const lengthOf = (value: Value): number => (value === null || typeof value === 'number' ? 8 : value.length)

/** Rows as they were read, here or in another database. */
export async function insertRows(db: Db, table: TableShape, rows: CopiedRow[]): Promise<void> {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const into = `insert into "${table.name}" (${columns})`
  if (isSqlite(db)) {
    const text = `${into} values (${table.columns.map(() => '?').join(', ')})`
    for (const row of rows) await db.executeQuery(CompiledQuery.raw(text, valuesOf(table, row)))
    return
  }
  // One array a column: the statement is the same for every batch.
  const arrays = table.columns.map(({ type }, at) => `$${at + 1}::${POSTGRES_TYPES[type]}[]`).join(', ')
  const values = table.columns.map(({ name }) => rows.map((row) => row[name]))
  await db.executeQuery(CompiledQuery.raw(`${into} select * from unnest(${arrays})`, values))
}

const POSTGRES_TYPES = { text: 'text', integer: 'bigint', bytes: 'bytea' } as const

const valuesOf = (table: TableShape, row: CopiedRow) => table.columns.map(({ name }) => row[name])

export async function hasRows(db: Db): Promise<boolean> {
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Empties every table and fills them with `fill`, in this transaction. Foreign keys have to hold only at its end.
 * Derived tables stay empty: they are made again when the server starts.
 */
export async function refill(db: Db, fill: () => Promise<void>): Promise<void> {
  const tables = [...DERIVED, ...(await listTables(db)).map(({ name }) => name)]
  if (isSqlite(db)) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    for (const name of tables) await sql`delete from ${sql.table(name)}`.execute(db)
    return fill()
  }
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db)
  const keys = await listConstraints(db)
  await alterConstraints(db, keys, 'deferrable initially deferred')
  await fill()
  await sql`set constraints all immediate`.execute(db)
  await alterConstraints(db, keys, 'not deferrable')
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
