// An index of the spaces that are not deleted, with all that counting them needs.
import { type Migration, sql } from 'kysely'
import type { Schema } from './columns.ts'

export const spacesPresent: Migration = {
  async up(db: Schema) {
    await db.schema
      .createIndex('spaces_present')
      .on('spaces')
      .columns(['organization_id', 'parent_id', 'default_level', 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  },
}
