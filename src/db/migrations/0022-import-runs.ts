// Every import is a run that can be looked up: where from, where to, how far it is and how it ended.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const importRuns: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('import_runs')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('change_request_id', text, (c) => c.references('change_requests.id').onDelete('cascade'))
      .addColumn('page_id', text)
      .addColumn('site_id', text, (c) => c.references('sites.id').onDelete('set null'))
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('request', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('reason', text)
      .addColumn('revision_id', text)
      .addColumn('imported', integer, (c) => c.notNull())
      .addColumn('total', integer, (c) => c.notNull())
      .addColumn('failures', text, (c) => c.notNull())
      .addColumn('created_by', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('started_at', text)
      .addColumn('updated_at', text, (c) => c.notNull())
      .addColumn('completed_at', text)
      .execute()
    for (const column of ['space_id', 'change_request_id', 'site_id', 'created_by'])
      await db.schema.createIndex(`import_runs_by_${column}`).on('import_runs').columns([column, 'id']).execute()
    await db.schema.createIndex('import_runs_by_age').on('import_runs').columns(['status', 'updated_at']).execute()
  },
}
