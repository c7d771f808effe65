// Objects and files that nothing needs: since when, and what became of them.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const unused: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema.alterTable('objects').addColumn('unused_since', text).execute()
    await db.schema
      .createIndex('objects_unused')
      .on('objects')
      .column('unused_since')
      .where(sql.ref('unused_since'), 'is not', null)
      .execute()
    await db.schema
      .createTable('unused_files')
      .addColumn('blob', text, (c) => c.primaryKey())
      .addColumn('size', integer, (c) => c.notNull())
      .addColumn('unused_since', text, (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('collection_runs')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('started_at', text, (c) => c.notNull())
      .addColumn('ended_at', text, (c) => c.notNull())
      .addColumn('objects', integer, (c) => c.notNull())
      .addColumn('files', integer, (c) => c.notNull())
      .addColumn('bytes', integer, (c) => c.notNull())
      .execute()
  },
}
