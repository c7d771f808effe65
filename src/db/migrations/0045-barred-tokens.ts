// Organizations whose admins revoked a token that is valid elsewhere too.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const barredTokens: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('tokens').addColumn('barred_from', text).execute()
  },
}
