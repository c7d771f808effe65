// How long the insights of a site are kept.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const insightsDays: Migration = {
  async up(db: Schema) {
    const { integer } = columnsFor(db)
    await db.schema.alterTable('sites').addColumn('insights_days', integer).execute()
  },
}
