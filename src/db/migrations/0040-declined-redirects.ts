// Former paths of pages that lead nowhere, because somebody declined the redirect.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const declinedRedirects: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('page_redirects').addColumn('declined_at', text).execute()
  },
}
