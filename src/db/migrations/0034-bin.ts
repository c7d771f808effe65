// The bins of spaces: deleted pages, which can be restored for a while.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const bin: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('deleted_pages')
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('page_id', text, (c) => c.notNull())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('emoji', text)
      .addColumn('icon', text)
      .addColumn('pages', integer, (c) => c.notNull())
      .addColumn('revision_id', text, (c) => c.notNull())
      .addColumn('deleted_by', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('deleted_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('deleted_pages_key', ['space_id', 'page_id'])
      .execute()
    await db.schema.createIndex('deleted_pages_by_time').on('deleted_pages').column('deleted_at').execute()
    await db.schema.createIndex('deleted_pages_of_user').on('deleted_pages').column('deleted_by').execute()
  },
}
