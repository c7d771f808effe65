// On SQLite, the full-text index is written again wherever a tenth of a part is outdated. Edits of pages outdate most of what
// they wrote before, so it was written again and again: a third of the cost of a commit. Half is as quick to search.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const rarerIndexMerges: Migration = {
  async up(db: Schema) {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
    await sql`insert into search_words (search_words, rank) values ('deletemerge', 50)`.execute(db)
  },
}
