// Settings of an account, accounts that were deleted, and addresses that wait for their proof.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const accountSettings: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    for (const column of ['language', 'theme', 'deleted_at'])
      await db.schema.alterTable('users').addColumn(column, text).execute()
    await db.schema
      .createTable('email_changes')
      .addColumn('hash', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email_before', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('email_changes_of_user').on('email_changes').column('user_id').execute()
    await db.schema.createIndex('email_changes_by_expiry').on('email_changes').column('expires_at').execute()
    // People download what they wrote.
    await db.schema.createIndex('comments_of_user').on('comments').columns(['created_by', 'id']).execute()
    await db.schema.createIndex('change_requests_of_user').on('change_requests').columns(['created_by', 'id']).execute()
    await db.schema.createIndex('reviews_of_user').on('reviews').columns(['user_id', 'id']).execute()
    await db.schema.createIndex('reactions_of_user').on('reactions').columns(['user_id', 'id']).execute()
  },
}
