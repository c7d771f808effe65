// The content of a version, assembled from stored files. Their JSON is sent unparsed.
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { isSpecVisible } from '../../domain/revisions/index.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { StoredEntry } from '../../openapi/collect.ts'
import { RawJson } from '../../server/operation.ts'

export async function readSpecContent(
  { store }: Files,
  version: Row<'openapi_versions'>,
  urls: { source: string; public: string | null },
  caller: AnyCaller,
): Promise<RawJson> {
  const entries = await Promise.all(
    (JSON.parse(version.files) as StoredEntry[]).map(async ({ filename, blob }) => ({
      filename,
      json: await readText(store, blob),
    })),
  )
  const rest = JSON.stringify({ url: urls.source, urls }).slice(1)
  return new RawJson(`{"filesystem":${filesystemFor(caller, entries)},${rest}`)
}

/** Members can read every specification, visitors of a site only those its pages show. */
export async function authorizeReading(db: Db, caller: AnyCaller, organization: Objects['organization'], slug: string) {
  if (!isVisitor(caller)) return authorize('organization.viewOpenAPISpecs', { organization })
  const spaces = caller.siteSpaces.map(({ space_id }) => space_id)
  if (!(await isSpecVisible(db, caller, spaces, slug))) throw problem('notFound')
}

interface Entry {
  filename: string
  json: string
}

/** The files by name; a list for site renderers, which expect one. */
function filesystemFor(caller: AnyCaller, entries: Entry[]): string {
  if (isVisitor(caller)) return `[${entries.map(({ json }) => json).join(',')}]`
  return `{${entries.map(({ filename, json }) => `${JSON.stringify(filename)}:${json}`).join(',')}}`
}

export const readRaw = async ({ store }: Files, { raw_blob }: Row<'openapi_versions'>): Promise<RawJson> =>
  new RawJson(await readText(store, raw_blob))

/** The entry file of a version, as JSON. */
export const readEntry = ({ store }: Files, version: Row<'openapi_versions'>): Promise<string> =>
  readText(store, (JSON.parse(version.files) as StoredEntry[])[0]!.blob)

async function readText(store: Files['store'], blob: string): Promise<string> {
  const stored = await store.find(blob)
  if (!stored) throw new Error(`The bytes ${blob} of an OpenAPI specification are missing.`)
  return Buffer.concat(await (await stored.read()).toArray()).toString()
}
