// Teams that are asked for a review.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const reviews: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('requested_teams')
      .addColumn('change_request_id', text, (c) => c.notNull().references('change_requests.id').onDelete('cascade'))
      .addColumn('team_id', text, (c) => c.notNull().references('teams.id').onDelete('cascade'))
      .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
      .addColumn('requested_by', text, (c) => c.notNull().references('users.id'))
      .addColumn('revision_id', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('requested_teams_key', ['change_request_id', 'team_id'])
      .execute()
    for (const column of ['team_id', 'space_id'])
      await db.schema.createIndex(`requested_teams_by_${column}`).on('requested_teams').column(column).execute()
  },
}
