// OpenAPI specifications and their versions; webhooks and their deliveries; and events in an order in which they can be
// told: numbered, findable by what an audit asks for, and with the space or site they happened in.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const openapiAndWebhooks: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await extendEvents(db, columns)
    await createSpecs(db, columns)
    await createWebhooks(db, columns)
  },
}

async function extendEvents(db: Schema, { text, integer }: Columns) {
  await db.schema.alterTable('events').addColumn('space_id', text).execute()
  await db.schema.alterTable('events').addColumn('site_id', text).execute()
  await db.schema.alterTable('events').addColumn('sequence', integer).execute()
  await sql`update events set space_id = target_id where target_kind = 'space'`.execute(db)
  await sql`
    update events set space_id = (select space_id from change_requests where id = events.target_id)
    where target_kind = 'change-request'`.execute(db)
  await sql`
    update events set sequence = numbered.number
    from (select id, row_number() over (order by id) as number from events) as numbered
    where numbered.id = events.id`.execute(db)
  await db.schema.createIndex('events_in_sequence').unique().on('events').column('sequence').execute()
  await db.schema
    .createIndex('events_without_sequence')
    .on('events')
    .column('id')
    .where(sql.ref('sequence'), 'is', null)
    .execute()
  await db.schema.dropIndex('events_of_organization').execute()
  await db.schema.createIndex('events_to_tell').on('events').columns(['organization_id', 'sequence']).execute()
  const inTime = ['created_at', 'id']
  await db.schema
    .createIndex('events_in_time')
    .on('events')
    .columns(['organization_id', ...inTime])
    .execute()
  for (const column of ['action', 'actor_id', 'target_id']) {
    const index = db.schema.createIndex(`events_by_${column}`).on('events')
    await index.columns(['organization_id', column, ...inTime]).execute()
  }
}

async function createSpecs(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('openapi_specs')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('slug', text, (c) => c.notNull())
    .addColumn('source_url', text)
    .addColumn('source_blob', text)
    .addColumn('request_id', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('visibility', text, (c) => c.notNull())
    .addColumn('last_version_id', text)
    .addColumn('last_processed_at', text)
    .addColumn('error_code', text)
    .addColumn('error', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addUniqueConstraint('openapi_specs_slug', ['organization_id', 'slug'])
    .addCheckConstraint('openapi_specs_source', sql`(source_url is null) <> (source_blob is null)`)
    .execute()
  await db.schema
    .createTable('openapi_versions')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('spec_id', text, (c) => c.notNull().references('openapi_specs.id').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('url', text)
    .addColumn('format', text, (c) => c.notNull())
    .addColumn('files', text, (c) => c.notNull())
    .addColumn('raw_blob', text, (c) => c.notNull())
    .addColumn('source_blob', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('openapi_versions_of_spec').on('openapi_versions').columns(['spec_id', 'id']).execute()
}

async function createWebhooks(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('events', text, (c) => c.notNull())
    .addColumn('spaces', text, (c) => c.notNull())
    .addColumn('sites', text, (c) => c.notNull())
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('previous_secret', text)
    .addColumn('previous_until', text)
    .addColumn('active', integer, (c) => c.notNull())
    .addColumn('disabled_reason', text)
    .addColumn('disabled_at', text)
    .addColumn('cursor', integer, (c) => c.notNull())
    .addColumn('failures', integer, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('webhooks_of_organization').on('webhooks').columns(['organization_id', 'id']).execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('webhook_id', text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('message_id', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('response_status', integer)
    .addColumn('error', text)
    .addColumn('next_attempt_at', text)
    .addColumn('last_attempt_at', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addUniqueConstraint('webhook_deliveries_message', ['webhook_id', 'message_id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_of_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'id'])
    .execute()
  await db.schema.createIndex('webhook_deliveries_by_age').on('webhook_deliveries').column('created_at').execute()
}
