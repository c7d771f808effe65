// Links to elsewhere among the sections of a site.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const siteExternalLinks: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('site_external_links')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('group_id', text, (c) => c.references('site_section_groups.id'))
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('description', text)
      .addColumn('icon', text)
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('draft', integer, (c) => c.notNull())
      .addColumn('condition', text)
      .addColumn('position', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('external_links_of_site').on('site_external_links').columns(['site_id', 'id']).execute()
    await db.schema.createIndex('external_links_of_group').on('site_external_links').column('group_id').execute()
  },
}
