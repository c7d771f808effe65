// Credentials in the addresses of OpenAPI specifications and webhooks are sealed beside what may be shown of them. The
// start seals those of before: a migration does not have the secret.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const sealedAddresses: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema.alterTable('openapi_specs').addColumn('sealed_source', text).execute()
    await db.schema.alterTable('webhooks').addColumn('sealed_url', text).execute()
  },
}
