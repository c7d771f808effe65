// A site is shown at a hostname or a proxy only once it is proven whose that host is. Until then the address is a claim,
// in columns of its own: any number of sites may claim the same one. What was set before this migration stays shown.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

const CLAIMS = ['claimed_hostname', 'claimed_proxy']

export const provenHosts: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    for (const column of [...CLAIMS, 'claimed_at'])
      await db.schema.alterTable('sites').addColumn(column, text).execute()
    for (const column of CLAIMS)
      await db.schema
        .createIndex(`sites_by_${column}`)
        .on('sites')
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute()
    await db.schema
      .createTable('vouched_hosts')
      .addColumn('site_id', text, (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('vouched_hosts_key', ['site_id', 'host'])
      .execute()
  },
}
