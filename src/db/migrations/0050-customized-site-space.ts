// Previews show one site space with settings that are not saved.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const customizedSiteSpace: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .alterTable('site_previews')
      .addColumn('site_space_id', text, (c) => c.references('site_spaces.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('previews_of_site_space').on('site_previews').column('site_space_id').execute()
  },
}
