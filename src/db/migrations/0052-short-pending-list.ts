// On PostgreSQL, words that were written lately wait in a list, which every search reads from beginning to end. By default
// it has up to 4 MB: 7 ms for a search. A shorter one costs an edit of a page a twentieth more of the database.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const shortPendingList: Migration = {
  async up(db: Schema) {
    if (db.getExecutor().adapter instanceof SqliteAdapter) return
    await sql`alter index search_pages_by_word set (gin_pending_list_limit = 512)`.execute(db)
  },
}
