// Reviews: teams that are asked, what people have viewed and read, pictures in comments, and what went past the rules.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const reviews: Migration = {
  async up(db: Schema) {
    await createRequestedTeams(db)
    await createMarks(db)
    await createCommentFiles(db)
    const { integer } = columnsFor(db)
    await db.schema
      .alterTable('revisions')
      .addColumn('past_rules', integer, (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

async function createRequestedTeams(db: Schema): Promise<void> {
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
}

async function createMarks(db: Schema): Promise<void> {
  const { text } = columnsFor(db)
  await db.schema
    .createTable('viewed_changes')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('change_request_id', text, (c) => c.notNull().references('change_requests.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('target_id', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('viewed_changes_key', ['change_request_id', 'user_id', 'kind', 'target_id'])
    .execute()
  await db.schema
    .createTable('comment_lists_read')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('thread_id', text, (c) => c.notNull())
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('read_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('comment_lists_read_key', ['user_id', 'thread_id'])
    .execute()
  await db.schema
    .createTable('comments_read')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('comment_id', text, (c) => c.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('thread_id', text, (c) => c.notNull())
    .addColumn('read_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('comments_read_key', ['comment_id', 'user_id'])
    .execute()
  for (const [table, column] of [
    ['viewed_changes', 'user_id'],
    ['comment_lists_read', 'space_id'],
  ] as const)
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  await db.schema.createIndex('comments_read_by_user').on('comments_read').columns(['user_id', 'thread_id']).execute()
  await db.schema
    .createIndex('comments_by_time')
    .on('comments')
    .columns(['space_id', 'change_request_id', 'created_at'])
    .execute()
}

async function createCommentFiles(db: Schema): Promise<void> {
  const { text } = columnsFor(db)
  await db.schema
    .createTable('comment_files')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('file', text, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull().references('users.id'))
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('comment_files_of_space').on('comment_files').column('space_id').execute()
}
