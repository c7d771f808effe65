// The databases keep nothing any more that only saved time: words that waited for the full-text index of SQLite, and on
// PostgreSQL the triggers that counted changes, members and spaces.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const lean: Migration = {
  async up(db: Schema) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    for (const statement of isSqlite ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  },
}

const SQLITE = [
  'replace into search_words (rowid, words) select id, words from waiting_words',
  'drop trigger search_pages_gone',
  'drop table waiting_words',
  `create trigger search_pages_gone after delete on search_pages begin
    delete from search_words where rowid = old.id;
  end`,
]

// Dropping a function drops its triggers. Nodes of version 0.2 that still run during an upgrade read the counts, so they find
// views in place of the tables; without the sequence, they keep nothing.
const POSTGRES = [
  'drop function if exists lectern_count_change() cascade',
  'drop function if exists lectern_count_members() cascade',
  'drop function if exists lectern_count_spaces() cascade',
  'drop sequence if exists shown_changes',
  'drop table if exists member_counts, space_counts',
  `create view member_counts as
    select organization_id, coalesce(role, '') as role, case when last_seen_at is null then 0 else 1 end as seen,
      count(*) as members
    from members group by 1, 2, 3`,
  `create view space_counts as
    select organization_id, coalesce(parent_id, '') as parent_id, coalesce(default_level, '') as default_level,
      count(*) as spaces
    from spaces where deleted_at is null group by 1, 2, 3`,
]
