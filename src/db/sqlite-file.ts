// A SQLite database as one plain file that nobody else uses: what backups are made of.
import { Kysely } from 'kysely'
import { open, SqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export { openSqliteReader } from './sqlite.ts'

/** No companions of WAL mode, no waiting for the disk: whoever is done syncs the file. Rows may come in any order. */
export function openSqliteFile(file: string): Kysely<Tables> {
  const connection = open(file)
  connection.pragma('journal_mode = MEMORY')
  connection.pragma('synchronous = OFF')
  connection.pragma('foreign_keys = OFF')
  return new Kysely<Tables>({ dialect: new SqliteDialect(connection, 'begin') })
}

/** The whole database as of this moment in a new file. Writers go on meanwhile. */
export function copySqlite(file: string, to: string): void {
  const connection = open(file)
  try {
    connection.prepare('vacuum into ?').run(to)
  } finally {
    connection.close()
  }
}

/** What SQLite itself finds wrong with a file. */
export function listDamage(file: string): string[] {
  const connection = open(file)
  try {
    const rows = connection.pragma('integrity_check') as { integrity_check: string }[]
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } finally {
    connection.close()
  }
}
