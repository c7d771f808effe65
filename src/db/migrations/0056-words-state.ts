// What a job that writes the search words of a space sets anew; edits are known by their revision (`db/words-state.ts`).
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const wordsState: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('content_indexes').addColumn('words_state', text).execute()
  },
}
