// On SQLite, the words of the full-text index as a table. It stores nothing: it shows what the index has.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const searchTerms: Migration = {
  async up(db: Schema) {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
    await sql`create virtual table search_terms using fts5vocab(search_words, instance)`.execute(db)
  },
}
