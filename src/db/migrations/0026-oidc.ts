// OpenID Connect: providers of organizations, the teams of their groups, and sign-ins under way.
import type { Migration } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const oidc: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await createProviders(db, columns)
    await createRequests(db, columns)
    await db.schema
      .alterTable('session_organizations')
      .addColumn('oidc_provider_id', columns.text, (c) => c.references('oidc_providers.id').onDelete('cascade'))
      .execute()
    await db.schema
      .createIndex('session_organizations_of_oidc_provider')
      .on('session_organizations')
      .column('oidc_provider_id')
      .execute()
  },
}

async function createProviders(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('oidc_providers')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('label', text, (c) => c.notNull())
    .addColumn('issuer', text, (c) => c.notNull())
    .addColumn('client_id', text, (c) => c.notNull())
    .addColumn('client_secret', text)
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('groups_claim', text, (c) => c.notNull())
    .addColumn('default_team_id', text, (c) => c.references('teams.id').onDelete('set null'))
    .addColumn('default_role', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('oidc_providers_of_organization')
    .on('oidc_providers')
    .columns(['organization_id', 'id'])
    .execute()
  await db.schema.createIndex('oidc_providers_by_team').on('oidc_providers').column('default_team_id').execute()
  await db.schema
    .createTable('oidc_group_teams')
    .addColumn('provider_id', text, (c) => c.notNull().references('oidc_providers.id').onDelete('cascade'))
    .addColumn('group_name', text, (c) => c.notNull())
    .addColumn('team_id', text, (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('oidc_group_teams_key', ['provider_id', 'group_name', 'team_id'])
    .execute()
  await db.schema.createIndex('oidc_group_teams_by_team').on('oidc_group_teams').column('team_id').execute()
}

async function createRequests(db: Schema, { text }: Columns) {
  await db.schema
    .createTable('oidc_requests')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('provider_id', text, (c) => c.references('oidc_providers.id').onDelete('cascade'))
    .addColumn('browser_hash', text, (c) => c.notNull())
    .addColumn('return_to', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('oidc_requests_by_expiry').on('oidc_requests').column('expires_at').execute()
  await db.schema.createIndex('oidc_requests_of_provider').on('oidc_requests').column('provider_id').execute()
}
