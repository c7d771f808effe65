// Comments on spaces and change requests, replies and reactions. What was said in reviews becomes comments.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const comments: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await createComments(db, columns)
    await createIndexes(db)
    await createReactions(db, columns)
    for (const table of ['spaces', 'change_requests'])
      await db.schema
        .alterTable(table)
        .addColumn('comments_total', columns.integer, (c) => c.notNull().defaultTo(0))
        .execute()
    await moveFromReviews(db)
  },
}

const createComments = (db: Schema, { text, integer }: Columns) =>
  db.schema
    .createTable('comments')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('space_id', text, (c) => c.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('change_request_id', text, (c) => c.references('change_requests.id').onDelete('cascade'))
    .addColumn('parent_id', text, (c) => c.references('comments.id').onDelete('cascade'))
    .addColumn('thread_id', text, (c) => c.notNull())
    .addColumn('review_id', text, (c) => c.references('reviews.id').onDelete('set null'))
    .addColumn('page_id', text)
    .addColumn('node_id', text)
    .addColumn('table_cell', text)
    .addColumn('revision_id', text, (c) => c.notNull())
    .addColumn('target_then', text)
    .addColumn('markdown', text)
    .addColumn('document', text)
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('replies', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_by', text, (c) => c.notNull().references('users.id'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('edited_at', text)
    .addColumn('resolved_by', text, (c) => c.references('users.id'))
    .addColumn('resolved_at', text)
    .execute()

/** Lists are by thread; the index by space is for those who commented in it. The others only hold rows that need them. */
async function createIndexes(db: Schema): Promise<void> {
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('comments').columns(columns)
  await index('comments_of_thread', ['thread_id', 'id']).execute()
  await index('comments_by_status', ['thread_id', 'status', 'id']).execute()
  await index('comments_by_author', ['thread_id', 'created_by', 'id']).execute()
  await index('comments_of_space', ['space_id', 'created_by', 'change_request_id']).execute()
  for (const [name, columns] of [
    ['comments_on_page', ['page_id', 'thread_id', 'id']],
    ['comments_of_change_request', ['change_request_id']],
    ['comments_of_parent', ['parent_id']],
    ['comments_of_review', ['review_id']],
  ] as const)
    await index(name, [...columns])
      .where(columns[0], 'is not', null)
      .execute()
}

const createReactions = async (db: Schema, { text }: Columns) => {
  await db.schema
    .createTable('reactions')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('comment_id', text, (c) => c.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.notNull().references('users.id'))
    .addColumn('emoji', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('reactions_key', ['comment_id', 'emoji', 'user_id'])
    .execute()
}

async function moveFromReviews(db: Schema): Promise<void> {
  await sql`
    insert into comments (id, space_id, change_request_id, thread_id, review_id, revision_id, markdown, status,
      created_by, created_at)
    select r.id, c.space_id, c.id, c.id, r.id, r.revision_id, r.comment, 'open', r.user_id, r.created_at
    from reviews r join change_requests c on c.id = r.change_request_id where r.comment is not null`.execute(db)
  await sql`
    update change_requests set
      comments_open = (select count(*) from comments where change_request_id = change_requests.id),
      comments_total = (select count(*) from comments where change_request_id = change_requests.id)`.execute(db)
  await db.schema.alterTable('reviews').dropColumn('comment').execute()
}
