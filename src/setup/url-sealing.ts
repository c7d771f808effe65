// Seals credentials in URLs that older versions stored in plain text.
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import type { Vault } from '../lib/sealing.ts'
import { storeUrl, withoutCredentials } from '../lib/stored-urls.ts'

export const sealStoredUrls = (database: Database, vault: Vault): Promise<void> =>
  database.write(async (db) => {
    await sealSources(db, vault)
    await sealWebhooks(db, vault)
  })

async function sealSources(db: Db, vault: Vault): Promise<void> {
  const specs = await db
    .selectFrom('openapi_specs')
    .select(['id', 'source_url'])
    .where('source_url', 'is not', null)
    .where('sealed_source', 'is', null)
    .execute()
  for (const { id, source_url } of specs) {
    const { shown, sealed } = storeUrl(source_url!, vault)
    if (sealed === null) continue
    await db
      .updateTable('openapi_specs')
      .set({ source_url: shown, sealed_source: sealed })
      .where('id', '=', id)
      .execute()
  }
  const versions = await db
    .selectFrom('openapi_versions')
    .select('url')
    .distinct()
    .where('url', 'is not', null)
    .execute()
  for (const { url } of versions.filter(({ url }) => withoutCredentials(url!) !== url))
    await db
      .updateTable('openapi_versions')
      .set({ url: withoutCredentials(url!) })
      .where('url', '=', url)
      .execute()
}

async function sealWebhooks(db: Db, vault: Vault): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select(['id', 'url']).where('sealed_url', 'is', null).execute()
  for (const { id, url } of webhooks) {
    const { shown, sealed } = storeUrl(url, vault)
    if (sealed !== null)
      await db.updateTable('webhooks').set({ url: shown, sealed_url: sealed }).where('id', '=', id).execute()
  }
}
