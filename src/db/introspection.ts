// Reads table schemas and foreign keys from the database itself, for copying rows and checking foreign keys. Kysely's
// tables, the tables that a backup adds (`backup_…`) and derived tables are left out.
import { sql } from 'kysely'
import { isDerivedTable } from './derived.ts'
import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'

export type ColumnType = 'text' | 'integer' | 'bytes'

export interface TableSchema {
  name: string
  columns: { name: string; type: ColumnType }[]
  /** The columns of the primary key, in key order. */
  key: string[]
}

export interface ForeignKey {
  table: string
  column: string
  parent: string
  parentColumn: string
  /** 1 if the row goes with its parent. */
  cascades: 0 | 1
}

interface ColumnRow {
  table: string
  column: string
  type: string
  /** The position in the primary key, starting at 1; 0 for other columns. */
  key: number
}

const TYPES: Record<string, ColumnType> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  blob: 'bytes',
  bytea: 'bytes',
}

/** All tables, ordered by name. Columns are ordered by name too, so that equal schemas give equal results. */
export async function listTables(db: Db): Promise<TableSchema[]> {
  const { rows } = await (isSqlite(db) ? sqliteColumns : postgresColumns).execute(db)
  const tables = new Map<string, ColumnRow[]>()
  for (const row of rows.filter(({ table }) => !/^(sqlite|kysely|backup)_/.test(table) && !isDerivedTable(table))) {
    tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  }
  return [...tables].map(([name, columns]) => toShape(name, columns)).sort((a, b) => byName(a.name, b.name))
}

function toShape(name: string, rows: ColumnRow[]): TableSchema {
  const key = rows.filter((row) => row.key > 0).sort((a, b) => a.key - b.key)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, so its rows cannot be copied in order.`)
  return {
    name,
    columns: rows.map((row) => ({ name: row.column, type: typeOf(row) })).sort((a, b) => byName(a.name, b.name)),
    key: key.map(({ column }) => column),
  }
}

function typeOf({ table, column, type }: ColumnRow): ColumnType {
  const known = TYPES[type]
  if (!known) throw new Error(`The column ${table}.${column} is ${type}: only text, integers and bytes can be copied.`)
  return known
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

// Excludes virtual tables, such as the search index, and their shadow tables.
const sqliteColumns = sql<ColumnRow>`
  select t.name as "table", c.name as "column", lower(c.type) as type, c.pk as key
  from pragma_table_list t, pragma_table_xinfo(t.name) c
  where t.schema = 'main' and t.type = 'table' and c.hidden = 0`

const postgresColumns = sql<ColumnRow>`
  select t.relname as "table", c.attname as "column", format_type(c.atttypid, null) as type,
    coalesce(array_position(k.indkey::int[], c.attnum::int) + 1, 0) as key
  from pg_class t
  join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
  join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
  left join pg_index k on k.indrelid = t.oid and k.indisprimary
  where t.relkind = 'r'`

export async function listForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await (isSqlite(db) ? sqliteKeys : postgresKeys).execute(db)
  return rows
}

const sqliteKeys = sql<ForeignKey>`
  select t.name as "table", k."from" as "column", k."table" as parent, k."to" as "parentColumn",
    k.on_delete = 'CASCADE' as cascades
  from pragma_table_list t, pragma_foreign_key_list(t.name) k
  where t.schema = 'main' and t.type = 'table'
  order by 1, 2`

const postgresKeys = sql<ForeignKey>`
  select t.relname as "table", c.attname as "column", p.relname as parent, pc.attname as "parentColumn",
    case when k.confdeltype = 'c' then 1 else 0 end as cascades
  from pg_constraint k
  join pg_class t on t.oid = k.conrelid
  join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
  join pg_class p on p.oid = k.confrelid
  join pg_attribute c on c.attrelid = t.oid and c.attnum = k.conkey[1]
  join pg_attribute pc on pc.attrelid = p.oid and pc.attnum = k.confkey[1]
  where k.contype = 'f'
  order by 1, 2`
