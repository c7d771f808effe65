// What is written most often touches less: how many comments a space has stands apart from the space, which every
// request reads; and events are kept, ordered and numbered by organization, with two indexes fewer.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const ownKeys: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await createCommentCounts(db, columns)
    await rekeyEvents(db, columns)
    await indexEvents(db)
    for (const table of ['webhooks', 'integration_installations']) await bringBackCursors(db, table)
  },
}

async function createCommentCounts(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('space_comment_counts')
    .addColumn('space_id', text, (c) => c.primaryKey().references('spaces.id').onDelete('cascade'))
    .addColumn('comments_open', integer, (c) => c.notNull())
    .addColumn('comments_total', integer, (c) => c.notNull())
    .execute()
  await sql`
    insert into space_comment_counts (space_id, comments_open, comments_total)
    select id, comments_open, comments_total from spaces where comments_total > 0`.execute(db)
  for (const column of ['comments_open', 'comments_total'])
    await db.schema.alterTable('spaces').dropColumn(column).execute()
}

const EVENT_COLUMNS = [
  ...['id', 'action', 'actor_id', 'token_id', 'target_kind', 'target_id', 'space_id', 'site_id', 'data'],
  ...['request_id', 'sequence', 'created_at'],
]

/** What happened in no organization has an empty one, because keys cannot be null. */
async function rekeyEvents(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('keyed_events')
    .addColumn('organization_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('actor_id', text)
    .addColumn('token_id', text)
    .addColumn('target_kind', text, (c) => c.notNull())
    .addColumn('target_id', text, (c) => c.notNull())
    .addColumn('space_id', text)
    .addColumn('site_id', text)
    .addColumn('data', text, (c) => c.notNull())
    .addColumn('request_id', text)
    .addColumn('sequence', integer)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('events_key', ['organization_id', 'id'])
    .execute()
  const columns = sql.join(EVENT_COLUMNS.map((name) => sql.ref(name)))
  await sql`
    insert into keyed_events (organization_id, ${columns})
    select coalesce(organization_id, ''), ${columns} from events order by id`.execute(db)
  await db.schema.dropTable('events').execute()
  await db.schema.alterTable('keyed_events').renameTo('events').execute()
}

async function indexEvents(db: Schema) {
  await db.schema.createIndex('events_to_tell').unique().on('events').columns(['organization_id', 'sequence']).execute()
  await db.schema
    .createIndex('events_without_sequence')
    .on('events')
    .column('id')
    .where(sql.ref('sequence'), 'is', null)
    .execute()
  for (const column of ['action', 'actor_id', 'target_id'])
    await db.schema.createIndex(`events_by_${column}`).on('events').columns(['organization_id', column, 'id']).execute()
}

/** Numbers went on over all organizations. The next of an organization follows its own last, so nobody may be beyond. */
const bringBackCursors = (db: Schema, followers: string) =>
  sql`
    update ${sql.table(followers)} set cursor = last.sequence
    from (
      select id, (select coalesce(max(sequence), 0) from events
        where events.organization_id = follower.organization_id) as sequence
      from ${sql.table(followers)} as follower
    ) as last
    where last.id = ${sql.ref(`${followers}.id`)} and ${sql.ref(`${followers}.cursor`)} > last.sequence`.execute(db)
