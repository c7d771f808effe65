// Sign-ins that only test an identity provider name the admin who tests it.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const testedSignIns: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    for (const table of ['saml_requests', 'oidc_requests'])
      await db.schema.alterTable(table).addColumn('tested_by', text).execute()
  },
}
