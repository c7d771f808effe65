// What became of each scheduled backup. Like all tables whose names begin with backup_, it is not part of backups.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const backupRuns: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('backup_runs')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('target', text, (c) => c.notNull())
      .addColumn('requested_by', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('started_at', text)
      .addColumn('ended_at', text)
      .addColumn('name', text)
      .addColumn('kept', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('rows', integer)
      .addColumn('files', integer)
      .addColumn('file_bytes', integer)
      .addColumn('new_bytes', integer)
      .addColumn('error', text)
      .execute()
  },
}
