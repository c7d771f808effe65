// Former hostnames of organizations and basenames of sites, whose addresses lead to the present ones.
import type { Migration } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const formerAddresses: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .createTable('former_hostnames')
      .addColumn('hostname', text, (c) => c.primaryKey())
      .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('former_hostnames_of_organization')
      .on('former_hostnames')
      .column('organization_id')
      .execute()
    await db.schema
      .createTable('former_basenames')
      .addColumn('organization_id', text, (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('basename', text, (c) => c.notNull())
      .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('former_basenames_key', ['organization_id', 'basename'])
      .execute()
    await db.schema.createIndex('former_basenames_of_site').on('former_basenames').column('site_id').execute()
  },
}
