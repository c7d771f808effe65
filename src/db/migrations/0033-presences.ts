// Where people are: on which page of a space, with which selection. Rows expire after half a minute.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const presences: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('presences')
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('client', text, (c) => c.notNull())
      .addColumn('data', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('presences_key', ['space_id', 'user_id', 'client'])
      .execute()
    await db.schema.createIndex('presences_of_user').on('presences').column('user_id').execute()
  },
}
