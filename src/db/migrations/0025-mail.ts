// Mail that waits to be sent, or was sent lately.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const mail: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('mails')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('cause', text, (c) => c.notNull().unique())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('data', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', integer, (c) => c.notNull())
      .addColumn('error', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('mails_by_age').on('mails').column('created_at').execute()
  },
}
