// What visitors did is forgotten after a time, in every site alike: the oldest must be found without reading the rest.
import type { Migration } from 'kysely'
import type { Schema } from './columns.ts'

export const oldInsights: Migration = {
  async up(db: Schema) {
    await db.schema.createIndex('insights_by_age').on('site_insights_events').column('occurred_at').execute()
  },
}
