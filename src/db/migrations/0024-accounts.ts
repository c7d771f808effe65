// Accounts of people: passwords, links that sign in once, sessions without an identity provider, and the role of server
// admins. Idempotency keys no longer refer to tokens, because sessions use them too.
import { type Migration, sql } from 'kysely'
import { type Columns, columnsFor, type Schema } from './columns.ts'

export const accounts: Migration = {
  async up(db: Schema) {
    const columns = columnsFor(db)
    await extendUsers(db, columns)
    await createCredentials(db, columns)
    await rebuildSessions(db, columns)
    await rebuildIdempotencyKeys(db, columns)
  },
}

async function extendUsers(db: Schema, { text, integer }: Columns) {
  await db.schema.alterTable('users').addColumn('email_verified_at', text).execute()
  await db.schema
    .alterTable('users')
    .addColumn('vouched_by', text, (c) => c.references('organizations.id').onDelete('set null'))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('server_admin', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('users').addColumn('signed_in_at', text).execute()
  // Until now, the admins of the first organization were the admins of the server.
  await sql`
    update users set server_admin = 1 where id in (
      select user_id from members
      where role = 'admin' and organization_id = (select id from organizations order by id limit 1))`.execute(db)
}

async function createCredentials(db: Schema, { text, integer }: Columns) {
  await db.schema
    .createTable('passwords')
    .addColumn('user_id', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('changed_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_links')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('organization_id', text, (c) => c.references('organizations.id').onDelete('cascade'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('return_to', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sign_in_links_of_user').on('sign_in_links').column('user_id').execute()
  await db.schema.createIndex('sign_in_links_by_expiry').on('sign_in_links').column('expires_at').execute()
  await db.schema.createIndex('sign_in_links_of_organization').on('sign_in_links').column('organization_id').execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('count', integer, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sign_in_failures_by_expiry').on('sign_in_failures').column('expires_at').execute()
}

async function rebuildSessions(db: Schema, { text, integer }: Columns) {
  await db.schema.dropIndex('sessions_by_expiry').execute()
  await db.schema.dropIndex('sessions_of_user').execute()
  await db.schema.dropIndex('sessions_of_provider').execute()
  await db.schema.alterTable('sessions').renameTo('sessions_before').execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('hash', text, (c) => c.notNull().unique())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('method', text, (c) => c.notNull())
    .addColumn('bound', integer, (c) => c.notNull())
    .addColumn('user_agent', text)
    .addColumn('address', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('authenticated_at', text, (c) => c.notNull())
    .addColumn('last_used_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('session_organizations')
    .addColumn('session_id', text, (c) => c.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('saml_provider_id', text, (c) => c.references('saml_providers.id').onDelete('cascade'))
    .addColumn('expires_at', text)
    .addPrimaryKeyConstraint('session_organizations_key', ['session_id', 'organization_id'])
    .execute()
  await sql`
    insert into sessions (id, hash, user_id, method, bound, created_at, authenticated_at, last_used_at, expires_at)
    select id, hash, user_id, 'saml', 1, created_at, created_at, created_at, expires_at from sessions_before`.execute(
    db,
  )
  await sql`
    insert into session_organizations (session_id, organization_id, saml_provider_id, expires_at)
    select id, organization_id, provider_id, expires_at from sessions_before`.execute(db)
  await db.schema.dropTable('sessions_before').execute()
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute()
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute()
  await db.schema
    .createIndex('session_organizations_of_organization')
    .on('session_organizations')
    .column('organization_id')
    .execute()
  await db.schema
    .createIndex('session_organizations_of_provider')
    .on('session_organizations')
    .column('saml_provider_id')
    .execute()
}

// The keys are forgotten after a day anyway, so they are not copied.
async function rebuildIdempotencyKeys(db: Schema, { text, integer }: Columns) {
  await db.schema.dropTable('idempotency_keys').execute()
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('token_id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('request_hash', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('location', text)
    .addColumn('body', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['token_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at').execute()
}
