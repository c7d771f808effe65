// Single sign-on: providers, sign-ins under way, sessions of people who signed in, and tokens bound to the organization
// they were made in. Also translation settings and the glossary of an organization.
import type { Migration } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const sso: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await createProviders(db, columns)
    await createSignIns(db, columns)
    await createSessions(db, columns)
    await createTranslations(db, columns)
  },
}

async function createProviders(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('saml_providers')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('label', text, (c) => c.notNull())
    .addColumn('sso_url', text, (c) => c.notNull())
    .addColumn('entity_id', text, (c) => c.notNull())
    .addColumn('certificate', text, (c) => c.notNull())
    .addColumn('default_team_id', text, (c) => c.references('teams.id').onDelete('set null'))
    .addColumn('default_role', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('saml_providers_of_organization')
    .on('saml_providers')
    .columns(['organization_id', 'id'])
    .execute()
  await db.schema.createIndex('saml_providers_by_team').on('saml_providers').column('default_team_id').execute()
}

async function createSignIns(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('saml_requests')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('provider_id', text, (c) => c.notNull().references('saml_providers.id').onDelete('cascade'))
    .addColumn('browser_hash', text, (c) => c.notNull())
    .addColumn('return_to', text)
    .addColumn('identity', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('saml_requests_by_expiry').on('saml_requests').column('expires_at').execute()
  await db.schema.createIndex('saml_requests_of_provider').on('saml_requests').column('provider_id').execute()
  await db.schema
    .createTable('saml_assertions')
    .addColumn('provider_id', text, (c) => c.notNull().references('saml_providers.id').onDelete('cascade'))
    .addColumn('assertion_id', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('saml_assertions_key', ['provider_id', 'assertion_id'])
    .execute()
  await db.schema.createIndex('saml_assertions_by_expiry').on('saml_assertions').column('expires_at').execute()
}

async function createSessions(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('sessions')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('provider_id', text, (c) => c.notNull().references('saml_providers.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()
  await db.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'organization_id']).execute()
  await db.schema.createIndex('sessions_of_provider').on('sessions').column('provider_id').execute()
  await db.schema
    .alterTable('tokens')
    .addColumn('organization_id', text, (c) => c.references('organizations.id').onDelete('cascade'))
    .execute()
}

async function createTranslations(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('translation_settings')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('languages', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('translation_settings_of_organization')
    .on('translation_settings')
    .columns(['organization_id', 'id'])
    .execute()
  await db.schema
    .createTable('glossary_entries')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('glossary_entries_of_organization')
    .on('glossary_entries')
    .columns(['organization_id', 'id'])
    .execute()
  await db.schema
    .createTable('glossary_translations')
    .addColumn('entry_id', text, (c) => c.notNull().references('glossary_entries.id').onDelete('cascade'))
    .addColumn('language', text, (c) => c.notNull())
    .addColumn('term', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('glossary_translations_key', ['entry_id', 'language'])
    .execute()
}
