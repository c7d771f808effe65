// Passkeys, the challenges that browsers sign with them, and the wish to be asked for one after the password.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const passkeys: Migration = {
  async up(db: Schema) {
    const { text, integer, bytes } = columnsFor(db)
    await db.schema
      .createTable('passkeys')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', text, (c) => c.notNull().unique())
      .addColumn('public_key', bytes, (c) => c.notNull())
      .addColumn('counter', integer, (c) => c.notNull())
      .addColumn('transports', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('last_used_at', text)
      .execute()
    await db.schema.createIndex('passkeys_of_user').on('passkeys').columns(['user_id', 'id']).execute()
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('hash', text, (c) => c.primaryKey())
      .addColumn('purpose', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('expires_at', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('passkey_challenges_of_user').on('passkey_challenges').column('user_id').execute()
    await db.schema.createIndex('passkey_challenges_by_expiry').on('passkey_challenges').column('expires_at').execute()
    await db.schema
      .alterTable('users')
      .addColumn('passkey_required', integer, (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
