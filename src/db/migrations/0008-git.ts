// Spaces and Git repositories: what they last agreed on, imports and exports under way, the commits of revisions.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const git: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema.alterTable('spaces').addColumn('git_sync', text).execute()
    await db.schema
      .createTable('git_syncs')
      .addColumn('space_id', text, (c) => c.primaryKey().references('spaces.id').onDelete('cascade'))
      .addColumn('url', text)
      .addColumn('address', text, (c) => c.notNull())
      .addColumn('commit_id', text)
      .addColumn('root', text, (c) => c.notNull())
      .addColumn('addresses', text)
      .addColumn('updated_at', text, (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('git_operations')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('direction', text, (c) => c.notNull().check(sql`direction in ('import', 'export')`))
      .addColumn('state', text, (c) => c.notNull().check(sql`state in ('queued', 'running', 'success', 'failure')`))
      .addColumn('stage', text, (c) => c.notNull())
      .addColumn('request', text, (c) => c.notNull())
      .addColumn('requested_by', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('error', text)
      .addColumn('started_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .addColumn('ended_at', text)
      .execute()
    await db.schema.createIndex('git_operations_of_space').on('git_operations').columns(['space_id', 'id']).execute()
    await db.schema
      .createTable('revision_commits')
      .addColumn('revision_id', text, (c) => c.primaryKey().references('revisions.id').onDelete('cascade'))
      .addColumn('oid', text, (c) => c.notNull())
      .addColumn('message', text, (c) => c.notNull())
      .addColumn('own', integer, (c) => c.notNull())
      .addColumn('url', text)
      .addColumn('ref', text)
      .execute()
  },
}
