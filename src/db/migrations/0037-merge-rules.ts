// What a space asks for before a change request is merged, and what change requests say about themselves.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const mergeRules: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('spaces').addColumn('merge_rules', text).execute()
    await db.schema.alterTable('change_requests').addColumn('description', text).execute()
  },
}
