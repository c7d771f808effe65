// What must hold for OpenAPI specifications; see `soundness.ts`. Their texts are stored files.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import type { StoredEntry } from '../openapi/collect.ts'

export const OPENAPI_CHECKS: RawBuilder<{ sentence: string }>[] = [
  sql`
    select 'The OpenAPI specification ' || s.id || ' names the version ' || s.last_version_id ||
      ', which does not exist or belongs to another one.' as sentence
    from openapi_specs s
    where s.last_version_id is not null and not exists (
      select 1 from openapi_versions v where v.id = s.last_version_id and v.spec_id = s.id)`,
]

/** The bytes that specifications need, each with what it is called. */
export async function needSpecs(db: Db, blobs: Map<string, string>): Promise<void> {
  const specs = await db.selectFrom('openapi_specs').select(['slug', 'source_blob']).execute()
  for (const { slug, source_blob } of specs) if (source_blob !== null) blobs.set(source_blob, slug)
  const versions = await db.selectFrom('openapi_versions').select(['id', 'files', 'raw_blob', 'source_blob']).execute()
  for (const { id, files, raw_blob, source_blob } of versions) {
    blobs.set(raw_blob, id).set(source_blob, id)
    for (const { filename, blob } of JSON.parse(files) as StoredEntry[]) blobs.set(blob, filename)
  }
}
