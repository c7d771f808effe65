// OpenAPI specifications in pieces, so that a page reads only what it shows of them; and spaces whose documents show
// operations change with their specifications, as spaces with computed pages do.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const openapiPieces: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('openapi_pieces')
      .addColumn('spec_id', text, (c) => c.notNull().references('openapi_specs.id').onDelete('cascade'))
      .addColumn('version_hash', text, (c) => c.notNull())
      .addColumn('name_hash', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('openapi_pieces_key', ['spec_id', 'version_hash', 'name_hash'])
      .execute()
    await sql`
      update spaces set computed_state = id
      where computed_state is null and id in (select space_id from links where target like 'openapi/%')`.execute(db)
  },
}
