// What readers of sites say about pages, one row for each reader and page.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const siteFeedback: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('site_feedback')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('space_id', text, (c) => c.notNull())
      .addColumn('page_id', text, (c) => c.notNull())
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('rating', text, (c) => c.notNull())
      .addColumn('comment', text)
      .addColumn('given_at', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('feedback_of_site').on('site_feedback').columns(['site_id', 'given_at', 'id']).execute()
    await db.schema.createIndex('feedback_by_age').on('site_feedback').column('given_at').execute()
  },
}
