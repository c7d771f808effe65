// Seals credentials in URLs that older versions stored in plain text. The job says that there may be some: it is queued by the
// migration that finds such a database, which has no key, and it comes along with backups. Every start seals before it
// listens as long as the job is there; then the job itself looks once more.
import { sql } from 'kysely'
import type { Outside } from '../../db/database.ts'
import { isOneOf } from '../../db/dialect.ts'
import { inPages } from '../../db/in-pages.ts'
import { enqueue, isQueued } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { storeUrl, withoutCredentials } from '../../lib/stored-urls.ts'

const JOB = 'seal-urls'

export const isSealingQueued = (db: Db): Promise<boolean> => isQueued(db, JOB)

export const enqueueSealing = (db: Db): Promise<void> => enqueue(db, { kind: JOB, uniqueKey: JOB })

export async function sealStoredUrls({ read, write }: Outside, vault: Vault): Promise<void> {
  await inPages(read, 'openapi_specs', (ids) => write((db) => sealSources(db, ids, vault)))
  await inPages(read, 'openapi_versions', (ids) => write((db) => redactVersions(db, ids)))
  await inPages(read, 'webhooks', (ids) => write((db) => sealWebhooks(db, ids, vault)))
}

// Conditions of updates: on PostgreSQL, somebody may change a URL meanwhile.

async function sealSources(db: Db, ids: string[], vault: Vault): Promise<void> {
  const specs = await db
    .selectFrom('openapi_specs')
    .select(['id', 'source_url'])
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('source_url', 'is not', null)
    .where('sealed_source', 'is', null)
    .execute()
  for (const { id, source_url } of specs) {
    const { shown, sealed } = storeUrl(source_url!, vault)
    if (sealed === null) continue
    const sealing = { source_url: shown, sealed_source: sealed }
    await db
      .updateTable('openapi_specs')
      .set(sealing)
      .where('id', '=', id)
      .where('source_url', '=', source_url)
      .execute()
  }
}

/** Versions only tell where they came from. */
async function redactVersions(db: Db, ids: string[]): Promise<void> {
  const versions = await db
    .selectFrom('openapi_versions')
    .select(['id', 'url'])
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('url', 'is not', null)
    .execute()
  for (const { id, url } of versions) {
    const shown = withoutCredentials(url!)
    if (shown !== url) await db.updateTable('openapi_versions').set({ url: shown }).where('id', '=', id).execute()
  }
}

async function sealWebhooks(db: Db, ids: string[], vault: Vault): Promise<void> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'url'])
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('sealed_url', 'is', null)
    .execute()
  for (const { id, url } of webhooks) {
    const { shown, sealed } = storeUrl(url, vault)
    if (sealed === null) continue
    const sealing = { url: shown, sealed_url: sealed }
    await db.updateTable('webhooks').set(sealing).where('id', '=', id).where('url', '=', url).execute()
  }
}
