// Integrations: what was published, where it is installed, what was delivered to it, what it wants to do later, and
// where its developers want events to go.
import type { Migration } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const integrations: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await createIntegrations(db, columns)
    await createInstallations(db, columns)
    await createContentInstallations(db, columns, 'space')
    await createContentInstallations(db, columns, 'site')
    await createExternalIds(db, columns)
    await createRunning(db, columns)
  },
}

async function createIntegrations(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('integrations')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull().unique())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.notNull().references('users.id'))
    .addColumn('token_id', text, (c) => c.notNull().references('tokens.id'))
    .addColumn('version', integer, (c) => c.notNull())
    .addColumn('runtime', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('visibility', text, (c) => c.notNull())
    .addColumn('target', text, (c) => c.notNull())
    .addColumn('verified', integer, (c) => c.notNull())
    .addColumn('manifest', text, (c) => c.notNull())
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('icon', text)
    .addColumn('preview_images', text, (c) => c.notNull())
    .addColumn('script_blob', text, (c) => c.notNull())
    .addColumn('secrets', text, (c) => c.notNull())
    .addColumn('signing_secret', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('integrations_of_organization')
    .on('integrations')
    .columns(['organization_id', 'name'])
    .execute()
  await db.schema.createIndex('integrations_by_visibility').on('integrations').columns(['visibility', 'name']).execute()
  await db.schema.createIndex('integrations_of_user').on('integrations').column('user_id').execute()
  await db.schema.createIndex('integrations_of_token').on('integrations').column('token_id').execute()
  await db.schema
    .createTable('integration_facets')
    .addColumn('integration_id', text, (c) => c.notNull().references('integrations.id').onDelete('cascade'))
    .addColumn('facet', text, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('integration_facets_key', ['integration_id', 'facet', 'value'])
    .execute()
}

async function createInstallations(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('integration_installations')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('integration_id', text, (c) => c.notNull().references('integrations.id').onDelete('cascade'))
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('token_id', text, (c) => c.notNull().references('tokens.id'))
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('space_selection', text, (c) => c.notNull())
    .addColumn('site_selection', text, (c) => c.notNull())
    .addColumn('configuration', text, (c) => c.notNull())
    .addColumn('external_ids', text, (c) => c.notNull())
    .addColumn('signing_secret', text, (c) => c.notNull())
    .addColumn('cursor', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addUniqueConstraint('integration_installations_once', ['integration_id', 'organization_id'])
    .execute()
  await db.schema
    .createIndex('integration_installations_in_order')
    .on('integration_installations')
    .columns(['integration_id', 'id'])
    .execute()
  await db.schema
    .createIndex('integration_installations_of_organization')
    .on('integration_installations')
    .columns(['organization_id', 'id'])
    .execute()
  await db.schema
    .createIndex('integration_installations_of_token')
    .on('integration_installations')
    .column('token_id')
    .execute()
}

/** The same for spaces and sites: an installation reaches into one of them, with a configuration of its own. */
async function createContentInstallations(db: Schema, { text }: Columns, kind: 'space' | 'site') {
  const table = `integration_${kind}_installations`
  const id = `${kind}_id`
  await db.schema
    .createTable(table)
    .addColumn('installation_id', text, (c) =>
      c.notNull().references('integration_installations.id').onDelete('cascade'),
    )
    .addColumn(id, text, (c) => c.notNull().references(`${kind}s.id`).onDelete('cascade'))
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('configuration', text, (c) => c.notNull())
    .addColumn('external_ids', text, (c) => c.notNull())
    .addColumn('signing_secret', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['installation_id', id])
    .execute()
  await db.schema.createIndex(`${table}_of_${kind}`).on(table).columns([id, 'installation_id']).execute()
}

/** What installations are found by: one in an organization, or one on a space or a site. */
async function createExternalIds(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('installation_external_ids')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('installation_id', text, (c) =>
      c.notNull().references('integration_installations.id').onDelete('cascade'),
    )
    .addColumn('space_id', text, (c) => c.references('spaces.id').onDelete('cascade'))
    .addColumn('site_id', text, (c) => c.references('sites.id').onDelete('cascade'))
    .addColumn('external_id', text, (c) => c.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(`installation_external_ids_${name}`)
      .on('installation_external_ids')
      .columns(columns)
      .execute()
  await index('by_value', ['external_id', 'installation_id'])
  await index('of_installation', ['installation_id'])
  await index('of_space', ['space_id'])
  await index('of_site', ['site_id'])
}

async function createRunning(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('integration_events')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('integration_id', text, (c) => c.notNull().references('integrations.id').onDelete('cascade'))
    // No reference: that an installation was deleted has to be told after it is gone.
    .addColumn('installation_id', text)
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_attempt_at', text)
    .addColumn('trace', text)
    .addColumn('error', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('ended_at', text)
    .execute()
  await db.schema
    .createIndex('integration_events_in_order')
    .on('integration_events')
    .columns(['integration_id', 'id'])
    .execute()
  await db.schema
    .createIndex('integration_events_of_installation')
    .on('integration_events')
    .columns(['installation_id', 'status', 'id'])
    .execute()
  await db.schema.createIndex('integration_events_by_age').on('integration_events').column('created_at').execute()
  await db.schema
    .createTable('integration_tasks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('integration_id', text, (c) => c.notNull().references('integrations.id').onDelete('cascade'))
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('run_at', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('integration_tasks_of_integration')
    .on('integration_tasks')
    .columns(['integration_id', 'run_at', 'id'])
    .execute()
  await db.schema
    .createTable('integration_dev_modes')
    .addColumn('integration_id', text, (c) => c.primaryKey().references('integrations.id').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tunnel_url', text, (c) => c.notNull())
    .addColumn('all_organizations', integer, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('integration_dev_modes_of_user').on('integration_dev_modes').column('user_id').execute()
}
