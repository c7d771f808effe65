// Pages that are computed from OpenAPI specifications: what is known of each version, which spaces have such pages, and
// which of them are in the indexes.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const computedContent: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('openapi_outlines')
      .addColumn('version_id', text, (c) => c.primaryKey().references('openapi_versions.id').onDelete('cascade'))
      .addColumn('outline', text, (c) => c.notNull())
      .execute()
    await db.schema.alterTable('spaces').addColumn('computed_state', text).execute()
    await db.schema.alterTable('content_indexes').addColumn('computed', text).execute()
    // What refers to a specification may be a computed page.
    await sql`
      update spaces set computed_state = id
      where id in (select space_id from links where target like 'openapi/%')`.execute(db)
  },
}
