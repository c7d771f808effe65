// The content of a version, put together from what is stored: the text of each file goes out as it lies there.
import { sql } from 'kysely'
import { isVisitor, type Reader } from '../../access/caller.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { StoredEntry } from '../../openapi/collect.ts'
import { ReadyJson } from '../../server/operation.ts'

export async function readContent(
  { store }: Files,
  version: Row<'openapi_versions'>,
  urls: { source: string; public: string | null },
  caller: Reader,
): Promise<ReadyJson> {
  const entries = await Promise.all(
    (JSON.parse(version.files) as StoredEntry[]).map(async ({ filename, blob }) => ({
      filename,
      json: await readText(store, blob),
    })),
  )
  const rest = JSON.stringify({ url: urls.source, urls }).slice(1)
  return new ReadyJson(`{"filesystem":${filesystemFor(caller, entries)},${rest}`)
}

/** Members may read every specification; visitors of a site only those that its pages show. */
export async function demandReading(db: Db, caller: Reader, organization: Objects['organization'], slug: string) {
  if (!isVisitor(caller)) return demand('organization.viewOpenAPISpecs', { organization })
  const spaces = caller.siteSpaces.map(({ space_id }) => space_id)
  const shown = await db
    .selectFrom('links')
    .select('space_id')
    .where('target', '=', `openapi/${slug}`)
    .where(isOneOf(db, sql.ref('space_id'), spaces))
    .executeTakeFirst()
  if (!shown) throw problem('notFound')
}

interface Entry {
  filename: string
  json: string
}

/** The files by their names; as a list for renderers of sites, which load them so. */
function filesystemFor(caller: Reader, entries: Entry[]): string {
  if (isVisitor(caller)) return `[${entries.map(({ json }) => json).join(',')}]`
  return `{${entries.map(({ filename, json }) => `${JSON.stringify(filename)}:${json}`).join(',')}}`
}

export const readRaw = async ({ store }: Files, { raw_blob }: Row<'openapi_versions'>): Promise<ReadyJson> =>
  new ReadyJson(await readText(store, raw_blob))

async function readText(store: Files['store'], blob: string): Promise<string> {
  const stored = await store.find(blob)
  if (!stored) throw new Error(`The bytes ${blob} of an OpenAPI specification are missing.`)
  return Buffer.concat(await (await stored.read()).toArray()).toString()
}
