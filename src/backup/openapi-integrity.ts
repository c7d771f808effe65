// Integrity checks of OpenAPI specifications, whose texts are stored files; see `integrity.ts`.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import type { StoredEntry } from '../openapi/collect.ts'

export const OPENAPI_CHECKS: RawBuilder<{ sentence: string }>[] = [
  sql`
    select 'The OpenAPI specification ' || s.id || ' refers to the version ' || s.last_version_id ||
      ', which does not exist or belongs to another specification.' as sentence
    from openapi_specs s
    where s.last_version_id is not null and not exists (
      select 1 from openapi_versions v where v.id = s.last_version_id and v.spec_id = s.id)`,
]

/** Adds the blobs of specifications to `blobs`, each with a description. */
export async function addSpecBlobs(db: Db, blobs: Map<string, string>): Promise<void> {
  const specs = await db.selectFrom('openapi_specs').select(['slug', 'source_blob']).execute()
  for (const { slug, source_blob } of specs) if (source_blob !== null) blobs.set(source_blob, slug)
  const versions = await db.selectFrom('openapi_versions').select(['id', 'files', 'raw_blob', 'source_blob']).execute()
  for (const { id, files, raw_blob, source_blob } of versions) {
    blobs.set(raw_blob, id).set(source_blob, id)
    for (const { filename, blob } of JSON.parse(files) as StoredEntry[]) blobs.set(blob, filename)
  }
}
