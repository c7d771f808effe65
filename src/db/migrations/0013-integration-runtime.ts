// What waits to be delivered to integrations is looked for every second, among all that was delivered in a week.
import type { Migration } from 'kysely'
import type { Schema } from './columns.ts'

export const integrationRuntime: Migration = {
  async up(db: Schema) {
    await db.schema
      .createIndex('integration_events_by_status')
      .on('integration_events')
      .columns(['status', 'installation_id'])
      .execute()
  },
}
