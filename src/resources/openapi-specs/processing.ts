// From the source of a specification to its next version, outside any transaction; and what that leaves in the database.
import type { Database } from '../../db/database.ts'
import { appendEvent } from '../../db/events.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import { now } from '../../lib/time.ts'
import { type Collected, collectSpec, type Source, SpecFailure } from '../../openapi/collect.ts'
import { insertVersion } from './queries.ts'

type Spec = Row<'openapi_specs'>

export interface Processing {
  database: Database
  files: Files
  fetcher: Fetcher
}

/** Fetches and parses the source; false when there is no such specification any more. */
export async function processSpec({ database, files, fetcher }: Processing, id: string): Promise<Spec | undefined> {
  const spec = await database.write((db) => begin(db, id))
  if (!spec) return undefined
  const outcome = await collect({ files, fetcher }, spec)
  await database.write((db) => finish(db, spec, outcome))
  return spec
}

const begin = (db: Db, id: string): Promise<Spec | undefined> =>
  db.updateTable('openapi_specs').set({ state: 'progress' }).where('id', '=', id).returningAll().executeTakeFirst()

async function collect({ files, fetcher }: Omit<Processing, 'database'>, spec: Spec): Promise<Collected | SpecFailure> {
  try {
    return await collectSpec({ fetcher, store: files.store }, await sourceOf(files, spec))
  } catch (error) {
    if (error instanceof SpecFailure) return error
    throw error
  }
}

async function sourceOf({ store }: Files, { source_url, source_blob }: Spec): Promise<Source> {
  if (source_url !== null) return { url: source_url }
  const stored = await store.find(source_blob!)
  if (!stored) throw new Error(`The bytes ${source_blob} of an OpenAPI specification are missing.`)
  return { text: Buffer.concat(await (await stored.read()).toArray()) }
}

// What was begun for an earlier wish counts no longer: whoever wished again is being served by the next run.
async function finish(db: Db, spec: Spec, outcome: Collected | SpecFailure): Promise<void> {
  const failure = outcome instanceof SpecFailure ? outcome : undefined
  const { numUpdatedRows } = await db
    .updateTable('openapi_specs')
    .set({
      state: 'complete',
      last_processed_at: now(),
      error_code: failure?.code ?? null,
      error: failure?.message ?? null,
    })
    .where('id', '=', spec.id)
    .where('request_id', '=', spec.request_id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n && !(outcome instanceof SpecFailure)) await keep(db, spec, outcome)
}

async function keep(db: Db, spec: Spec, { hash, format, entries, rawBlob, sourceBlob }: Collected): Promise<void> {
  const known = await db
    .selectFrom('openapi_versions')
    .select('hash')
    .where('id', '=', spec.last_version_id ?? '')
    .executeTakeFirst()
  if (known?.hash === hash) return
  const files = JSON.stringify(entries)
  const blobs = { raw_blob: rawBlob, source_blob: sourceBlob }
  const { id } = await insertVersion(db, spec, { hash, format, url: spec.source_url, files, ...blobs })
  await appendEvent(db, {
    organizationId: spec.organization_id,
    action: 'openapi-spec.version.created',
    actorId: null,
    tokenId: null,
    target: { kind: 'openapi-spec', id: spec.id },
    data: { slug: spec.slug, version: id },
    requestId: null,
  })
}
