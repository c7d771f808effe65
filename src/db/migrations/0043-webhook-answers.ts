// The beginning of what receivers of webhooks answer.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const webhookAnswers: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('webhook_deliveries').addColumn('response_body', text).execute()
  },
}
