// Fetches and parses the source of a specification, outside any transaction, and stores the result as its next version.
import type { SpecOutline } from '../../computed/outline.ts'
import type { Database } from '../../db/database.ts'
import type { Db, Row } from '../../db/tables.ts'
import { invalidateComputedPages } from '../../domain/indexes/index.ts'
import {
  hasPieces,
  insertVersion,
  removeOtherPieces,
  saveOutline,
  storePieces,
} from '../../domain/openapi-specs/index.ts'
import { appendEvent } from '../../events/events.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import type { Vault } from '../../lib/sealing.ts'
import { readUrl } from '../../lib/stored-urls.ts'
import { now } from '../../lib/time.ts'
import { type Collected, collectSpec, type Source, SpecFailure } from '../../openapi/collect.ts'

type Spec = Row<'openapi_specs'>

export interface Processing {
  database: Database
  files: Files
  fetcher: Fetcher
  vault: Vault
}

/** Processes the specification; undefined if it no longer exists. */
export async function processSpec({ database, ...means }: Processing, id: string): Promise<Spec | undefined> {
  const spec = await database.write((db) => begin(db, id))
  if (!spec) return undefined
  const outcome = await collect(means, spec)
  const isSplit = outcome instanceof SpecFailure || (await keepPieces(database, spec, outcome))
  await database.write((db) => finish(db, spec, outcome, isSplit))
  return spec
}

/** Returns true if the version was split before. */
async function keepPieces(database: Database, { id }: Spec, { hash, pieces }: Collected): Promise<boolean> {
  const source = { specId: id, hash }
  const version = await findVersionHash(database.read, id)
  if (version === hash && (await hasPieces(database.read, source))) return true
  await storePieces(database, source, pieces)
  return false
}

const findVersionHash = async (db: Db, specId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('openapi_specs')
    .innerJoin('openapi_versions', 'openapi_versions.id', 'openapi_specs.last_version_id')
    .select('openapi_versions.hash')
    .where('openapi_specs.id', '=', specId)
    .executeTakeFirst()
  return row?.hash
}

const begin = (db: Db, id: string): Promise<Spec | undefined> =>
  db.updateTable('openapi_specs').set({ state: 'progress' }).where('id', '=', id).returningAll().executeTakeFirst()

async function collect(means: Omit<Processing, 'database'>, spec: Spec): Promise<Collected | SpecFailure> {
  const { files, fetcher } = means
  try {
    return await collectSpec({ fetcher, store: files.store }, await sourceOf(means, spec))
  } catch (error) {
    if (error instanceof SpecFailure) return error
    throw error
  }
}

async function sourceOf({ files, vault }: Omit<Processing, 'database'>, spec: Spec): Promise<Source> {
  const { source_url, sealed_source, source_blob } = spec
  if (source_url !== null) return { url: readUrl({ shown: source_url, sealed: sealed_source }, vault) }
  const stored = await files.store.find(source_blob!)
  if (!stored) throw new Error(`The bytes ${source_blob} of an OpenAPI specification are missing.`)
  return { text: Buffer.concat(await (await stored.read()).toArray()) }
}

// The result of a superseded request is dropped: the newer request has its own job.
async function finish(db: Db, spec: Spec, outcome: Collected | SpecFailure, isSplit: boolean): Promise<void> {
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
  if (numUpdatedRows > 0n && !(outcome instanceof SpecFailure)) await keep(db, spec, outcome, isSplit)
}

async function keep(db: Db, spec: Spec, collected: Collected, isSplit: boolean): Promise<void> {
  const { hash, format, entries, rawBlob, sourceBlob, outline } = collected
  const known = await findVersionHash(db, spec.id)
  await removeOtherPieces(db, { specId: spec.id, hash })
  if (known === hash) return keepOutline(db, spec, spec.last_version_id!, outline, isSplit)
  const files = JSON.stringify(entries)
  const blobs = { raw_blob: rawBlob, source_blob: sourceBlob }
  const { id } = await insertVersion(db, spec, { hash, format, url: spec.source_url, files, ...blobs })
  await keepOutline(db, spec, id, outline, isSplit)
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

async function keepOutline(
  db: Db,
  spec: Spec,
  versionId: string,
  outline: SpecOutline,
  isSplit: boolean,
): Promise<void> {
  if ((await saveOutline(db, versionId, outline)) || !isSplit)
    await invalidateComputedPages(db, { organization_id: spec.organization_id })
}
