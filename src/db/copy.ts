// Copies a store to a SQLite file and from there into any database, row by row, whatever the tables are.
import type { Kysely } from 'kysely'
import { insertRows, readRows, refill } from './bulk.ts'
import { executedMigrations, migrateTo } from './migrate.ts'
import { listTables, type TableShape } from './shape.ts'
import { openSqliteFile } from './sqlite-file.ts'
import type { Db, Tables } from './tables.ts'

/** Told after every batch: the table, and how many of its rows are done. */
export type Progress = (table: string, rows: number) => void

/** All tables of one unchanging view of the data, in a new SQLite file with the schema they have there. */
export async function copyToFile(from: Db, file: string, progress: Progress = () => {}): Promise<void> {
  const copy = openSqliteFile(file)
  try {
    await migrateTo(copy, await executedMigrations(from))
    await copy.transaction().execute((to) => copyTables(from, to, progress))
  } finally {
    await copy.destroy()
  }
}

/** Replaces everything in `to`, a transaction on a database with the same schema. */
export const replaceAll = (from: Db, to: Kysely<Tables>, progress: Progress = () => {}): Promise<void> =>
  refill(to, () => copyTables(from, to, progress))

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

// Leaving out what the other side does not know would lose data without a word.
function requireSame(table: TableShape, other: TableShape | undefined): void {
  if (JSON.stringify(table) === JSON.stringify(other)) return
  throw new Error(`The table ${table.name} is not the same in both databases, so it cannot be copied.`)
}
