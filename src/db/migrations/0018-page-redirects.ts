// Paths of a space that lead to pages which are elsewhere now: where pages used to be, and the redirects that the
// configuration of a repository gives. And what of a repository was not understood.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const pageRedirects: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('page_redirects')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('git', 'former')`))
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('page_id', text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('page_redirects_by_path')
      .on('page_redirects')
      .columns(['space_id', 'path', 'kind'])
      .unique()
      .execute()
    await db.schema
      .createIndex('page_redirects_by_age')
      .on('page_redirects')
      .columns(['space_id', 'kind', 'id'])
      .execute()
    await db.schema.alterTable('git_syncs').addColumn('notes', text).execute()
  },
}
