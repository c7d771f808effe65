// Spaces keep who they were open to when that was last told. Installations keep what was agreed to when they were made,
// so that a later version of the integration that asks for more has to be agreed to again.
import { type Migration, sql } from 'kysely'
import { columnsFor, type Schema } from './columns.ts'

export const visibilityAndConsent: Migration = {
  async up(db: Schema) {
    const { text } = columnsFor(db)
    await db.schema
      .alterTable('spaces')
      .addColumn('visibility', text, (c) => c.notNull().defaultTo('private'))
      .execute()
    await sql`
      update spaces set visibility = coalesce(
        (select sites.visibility from site_spaces join sites on sites.id = site_spaces.site_id
          where site_spaces.space_id = spaces.id and sites.published = 1 order by site_spaces.id limit 1),
        case when parent_id is null then 'private' else 'in-collection' end)`.execute(db)
    await db.schema
      .alterTable('integration_installations')
      .addColumn('scopes', text, (c) => c.notNull().defaultTo('[]'))
      .execute()
    await sql`
      update integration_installations set scopes =
        (select integrations.scopes from integrations where integrations.id = integration_installations.integration_id)
    `.execute(db)
  },
}
