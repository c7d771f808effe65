// Copies all tables to a SQLite file, and from there into any database, row by row, independent of the schema.
import type { Kysely } from 'kysely'
import { insertRows, readRows, replaceAllRows } from './bulk.ts'
import { listTables, type TableSchema } from './introspection.ts'
import { executedMigrations, migrateTo } from './migrate.ts'
import { openSqliteFile } from './sqlite/file.ts'
import type { Db, Tables } from './tables.ts'

/** Called after each batch with the table and the number of rows copied so far. */
export type Progress = (table: string, rows: number) => void

/** Copies all tables of a snapshot to a new SQLite file with the same schema. */
export async function copyToFile(from: Db, file: string, progress: Progress = () => {}): Promise<void> {
  const copy = openSqliteFile(file)
  try {
    await migrateTo(copy, await executedMigrations(from))
    await copy.transaction().execute((to) => copyTables(from, to, progress))
  } finally {
    await copy.destroy()
  }
}

/** Replaces all rows of `to`, a transaction on a database with the same schema. */
export const replaceAll = (from: Db, to: Kysely<Tables>, progress: Progress = () => {}): Promise<void> =>
  replaceAllRows(to, () => copyTables(from, to, progress))

async function copyTables(from: Db, to: Db, progress: Progress): Promise<void> {
  const known = new Map((await listTables(to)).map((table) => [table.name, table]))
  for (const table of await listTables(from)) {
    requireSame(table, known.get(table.name))
    let count = 0
    for await (const rows of readRows(from, table)) {
      await insertRows(to, table, rows)
      count += rows.length
      progress(table.name, count)
    }
  }
}

// Skipping columns that the target lacks would silently lose data.
function requireSame(table: TableSchema, other: TableSchema | undefined): void {
  if (JSON.stringify(table) === JSON.stringify(other)) return
  throw new Error(`The table ${table.name} differs between the two databases, so it cannot be copied.`)
}
