// Provisioning by SCIM: tokens for identity providers, what they know of people and groups, and the access that people
// get back when they are activated again.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const scim: Migration = {
  async up(db: Schema) {
    const { text, integer } = columnsFor(db)
    await db.schema
      .createTable('scim_tokens')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('hash', text, (c) => c.notNull().unique())
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('last_used_at', text)
      .execute()
    await db.schema
      .createIndex('scim_tokens_of_organization')
      .on('scim_tokens')
      .columns(['organization_id', 'id'])
      .execute()
    await db.schema
      .createTable('scim_users')
      .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('user_name', text, (c) => c.notNull())
      .addColumn('external_id', text)
      .addColumn('attributes', text, (c) => c.notNull())
      .addColumn('active', integer, (c) => c.notNull())
      .addColumn('former_access', text)
      .addColumn('updated_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('scim_users_key', ['organization_id', 'user_id'])
      .execute()
    await db.schema.createIndex('scim_users_of_user').on('scim_users').column('user_id').execute()
    await db.schema
      .createTable('scim_groups')
      .addColumn('team_id', text, (c) => c.primaryKey().references('teams.id').onDelete('cascade'))
      .addColumn('external_id', text)
      .addColumn('updated_at', text, (c) => c.notNull())
      .execute()
  },
}
