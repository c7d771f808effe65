// What people marked as favorites: spaces, pages of them, and sites.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const favorites: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('favorites')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('space_id', text, (c) => c.references('spaces.id').onDelete('cascade'))
      .addColumn('page_id', text)
      .addColumn('site_id', text, (c) => c.references('sites.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    for (const column of ['user_id', 'organization_id', 'space_id', 'site_id'])
      await db.schema.createIndex(`favorites_by_${column}`).on('favorites').column(column).execute()
  },
}
