// Opens SQLite files that no other process uses, for backups.
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { kyselyOver, open } from './sqlite.ts'

export { openSqliteReader } from './sqlite.ts'

/** Opens a file without WAL and without syncing; the caller syncs it at the end. Rows may be inserted in any order. */
export function openSqliteFile(file: string): Kysely<Tables> {
  const connection = open(file)
  connection.pragma('journal_mode = MEMORY')
  connection.pragma('synchronous = OFF')
  connection.pragma('foreign_keys = OFF')
  return kyselyOver(connection)
}

/** Copies a consistent snapshot of the database to a new file, without blocking writers. */
export function copySqlite(file: string, to: string): void {
  const connection = open(file)
  try {
    connection.prepare('vacuum into ?').run([to])
  } finally {
    connection.close()
  }
}

/** The problems that SQLite's integrity check reports for a file. */
export function listDamage(file: string): string[] {
  const connection = open(file)
  try {
    const rows = connection.pragma('integrity_check') as { integrity_check: string }[]
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } finally {
    connection.close()
  }
}
