// On PostgreSQL, counting the pages with a word reads the row of each: rows without their texts and words are a fifteenth
// of the size. This holds for pages that are written from now on.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const smallSearchRows: Migration = {
  async up(db: Schema) {
    if (db.getExecutor().adapter instanceof SqliteAdapter) return
    await sql`alter table search_pages set (toast_tuple_target = 128)`.execute(db)
  },
}
