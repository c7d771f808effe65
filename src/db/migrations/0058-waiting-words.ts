// On SQLite, words wait here until they are put into the full-text index together.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const waitingWords: Migration = {
  async up(db: Schema) {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
    await sql`create table waiting_words (id integer primary key, words text not null)`.execute(db)
    await sql`drop trigger search_pages_gone`.execute(db)
    await sql`
      create trigger search_pages_gone after delete on search_pages begin
        delete from search_words where rowid = old.id;
        delete from waiting_words where id = old.id;
      end`.execute(db)
  },
}
