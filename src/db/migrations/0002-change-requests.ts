// Change requests, what they conflict in, and who reviews them.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const changeRequests: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('change_requests')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('number', integer, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('revision_id', text, (c) => c.notNull())
      .addColumn('revision_initial', text, (c) => c.notNull())
      .addColumn('revision_merged_ancestor', text)
      .addColumn('revision_merged', text)
      .addColumn('comments_open', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('created_by', text, (c) => c.notNull().references('users.id'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .addUniqueConstraint('change_requests_number', ['space_id', 'number'])
      .execute()
    await db.schema.createIndex('change_requests_of_space').on('change_requests').columns(['space_id', 'id']).execute()
    await db.schema
      .createIndex('change_requests_by_status')
      .on('change_requests')
      .columns(['space_id', 'status', 'id'])
      .execute()
    await db.schema
      .createIndex('revisions_by_contributor')
      .on('revisions')
      .columns(['created_by', 'space_id', 'change_request_id'])
      .execute()
    await db.schema
      .createTable('conflicts')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('change_request_id', text, (c) => c.notNull().references('change_requests.id').onDelete('cascade'))
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('target', text, (c) => c.notNull())
      .addColumn('target_id', text, (c) => c.notNull())
      .addColumn('data', text, (c) => c.notNull())
      .addColumn('resolution', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('resolved_at', text)
      .execute()
    await db.schema
      .createIndex('conflicts_of_change_request')
      .on('conflicts')
      .columns(['change_request_id', 'id'])
      .execute()
    await db.schema
      .createTable('reviews')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('change_request_id', text, (c) => c.notNull().references('change_requests.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('revision_id', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('comment', text)
      .addColumn('requested_by', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('reviews_of_change_request')
      .on('reviews')
      .columns(['change_request_id', 'id'])
      .execute()
    await db.schema
      .createTable('requested_reviewers')
      .addColumn('change_request_id', text, (c) => c.notNull().references('change_requests.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('requested_by', text, (c) => c.notNull().references('users.id'))
      .addColumn('revision_id', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('requested_reviewers_key', ['change_request_id', 'user_id'])
      .execute()
  },
}
