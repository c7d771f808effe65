// What is derived from the main content of each space: references, what can be referred to, and words to search for.
// Nothing here is in backups (`derived.ts`): it is made anew from the content.
import { type Migration, SqliteAdapter, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const linksAndSearch: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    await createIndexes(db, columns, isSqlite)
    await createLinks(db, columns)
    await createSearch(db, columns, isSqlite)
  },
}

async function createIndexes(db: Schema, { text, integer }: Columns, isSqlite: boolean) {
  const number = isSqlite
    ? sql`integer primary key autoincrement`
    : sql`bigint primary key generated always as identity`
  await sql`
    create table content_indexes (
      number ${number},
      space_id ${text} not null unique references spaces (id) on delete cascade,
      version ${integer} not null,
      done_up_to ${text}
    )`.execute(db)
}

async function createLinks(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('links')
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('holder', text, (c) => c.notNull())
    .addColumn('position', text, (c) => c.notNull())
    .addColumn('block', text)
    .addColumn('target', text, (c) => c.notNull())
    .addColumn('ref', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('links_key', ['space_id', 'holder', 'position'])
    .execute()
  await db.schema.createIndex('links_of_space').on('links').columns(['space_id', 'target']).execute()
  await db.schema
    .createIndex('links_to_target')
    .on('links')
    .columns(['target', 'space_id', 'holder', 'position'])
    .execute()
  await db.schema
    .createTable('link_targets')
    .addColumn('target', text, (c) => c.primaryKey())
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('link_targets_of_space').on('link_targets').column('space_id').execute()
}

async function createSearch(db: Schema, { text, integer }: Columns, isSqlite: boolean) {
  await db.schema
    .createTable('search_pages')
    .addColumn('id', integer, (c) => c.primaryKey())
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('page_id', text, (c) => c.notNull())
    .addColumn('sections', text, (c) => c.notNull())
    .addUniqueConstraint('search_pages_of_space', ['space_id', 'page_id'])
    .$call((table) => (isSqlite ? table : table.addColumn('words', sql`tsvector`, (c) => c.notNull())))
    .execute()
  if (!isSqlite) await sql`create index search_pages_by_word on search_pages using gin (words)`.execute(db)
  else await createFullText(db)
}

// Words come in folded and cut, so the plainest tokenizer is right: in its eyes everything beyond ASCII is a letter.
// `prefix` makes the first letter of a word quick to find; every word has its level in front.
async function createFullText(db: Schema) {
  await sql`
    create virtual table search_words using fts5(
      words, content = '', contentless_delete = 1, detail = none, prefix = '2', tokenize = 'ascii'
    )`.execute(db)
  await sql`
    create trigger search_pages_gone after delete on search_pages begin
      delete from search_words where rowid = old.id;
    end`.execute(db)
}
