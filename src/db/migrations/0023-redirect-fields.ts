// Redirects may be drafts, lead out of the site, and keep what follows their source. A draft may stand beside the live
// redirect from the same source, which the old constraint forbids; SQLite can only change that with a new table.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const redirectFields: Migration = {
  async up(db: Schema) {
    await createTable(db, columnsFor(db))
    // So far everything below a source led to the page of the same name.
    await sql`
      insert into new_site_redirects (id, site_id, source, draft, capture_wildcard, permanent, kind, site_section_id,
        site_space_id, page_id, created_at)
      select id, site_id, source, 0, case when source like '%*' then 1 else 0 end, 0, kind, site_section_id,
        site_space_id, page_id, created_at
      from site_redirects`.execute(db)
    await db.schema.dropTable('site_redirects').execute()
    await db.schema.alterTable('new_site_redirects').renameTo('site_redirects').execute()
    await createIndexes(db)
  },
}

const createTable = (db: Schema, { text, integer }: Columns): Promise<void> =>
  db.schema
    .createTable('new_site_redirects')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('draft', integer, (c) => c.notNull())
    .addColumn('capture_wildcard', integer, (c) => c.notNull())
    .addColumn('permanent', integer, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('site_section_id', text, (c) => c.references('site_sections.id').onDelete('cascade'))
    .addColumn('site_space_id', text, (c) => c.references('site_spaces.id').onDelete('cascade'))
    .addColumn('page_id', text)
    .addColumn('url', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text)
    .execute()

async function createIndexes(db: Schema): Promise<void> {
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('site_redirects').columns(columns)
  await index('redirects_by_source', 'site_id', 'source', 'draft').unique().execute()
  await index('redirects_of_site', 'site_id', 'draft', 'id').execute()
  await index('redirects_to_section', 'site_section_id').execute()
  await index('redirects_to_site_space', 'site_space_id').execute()
}
