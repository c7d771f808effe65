// The claim of an OpenID Connect provider that says that an address is verified. So far it was that of the standard.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const verifiedClaim: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .alterTable('oidc_providers')
      .addColumn('verified_claim', text, (c) => c.notNull().defaultTo('email_verified'))
      .execute()
  },
}
