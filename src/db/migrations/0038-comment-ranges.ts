// Comments on words of a block.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const commentRanges: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('comments').addColumn('node_range', text).execute()
    await db.schema
      .createIndex('comments_on_words')
      .on('comments')
      .columns(['thread_id', 'page_id'])
      .where(sql.ref('node_range'), 'is not', null)
      .execute()
  },
}
