// Previews of sites: links that show a change request, a revision or a moment.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const sitePreviews: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('site_previews')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('created_by', text, (c) => c.notNull().references('users.id'))
      .addColumn('change_request_id', text, (c) => c.references('change_requests.id').onDelete('cascade'))
      .addColumn('revision_id', text, (c) => c.references('revisions.id').onDelete('cascade'))
      .addColumn('at', text)
      .addColumn('claims', text, (c) => c.notNull())
      .addColumn('customization', text)
      .addColumn('secret', text, (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull().unique())
      .addColumn('expires_at', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('previews_of_site').on('site_previews').columns(['site_id', 'id']).execute()
    await db.schema.createIndex('previews_of_user').on('site_previews').columns(['created_by', 'id']).execute()
    await db.schema.createIndex('previews_of_change_request').on('site_previews').column('change_request_id').execute()
    await db.schema.createIndex('previews_of_revision').on('site_previews').column('revision_id').execute()
    await db.schema.createIndex('previews_by_expiry').on('site_previews').column('expires_at').execute()
  },
}
