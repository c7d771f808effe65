// Starts look at few rows, whatever the database holds. Every start looked for URLs with credentials in plain text, which only
// versions before `sealed-addresses` stored: a job says now that there may be some. This has no key to seal them with.
import { type Migration, sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Schema } from './columns.ts'

export const quickStarts: Migration = {
  async up(db: Schema) {
    await db.schema
      .createIndex('organizations_without_hostname')
      .on('organizations')
      .column('id')
      .where(sql.ref('hostname'), 'is', null)
      .execute()
    await db.schema
      .createIndex('sites_for_everybody')
      .on('sites')
      .column('id')
      .where(sql<boolean>`published = 1 and visibility = 'public'`)
      .execute()
    await sql`
      insert into jobs (id, kind, payload, unique_key, state, attempts, run_at, created_at)
      select ${newId()}, 'seal-urls', '{}', 'seal-urls', 'queued', 0, ${now()}, ${now()}
      where exists (select 1 from webhooks where sealed_url is null)
        or exists (select 1 from openapi_specs where source_url is not null and sealed_source is null)
        or exists (select 1 from openapi_versions where url is not null)`.execute(db)
  },
}
