// The content of a version, put together from what is stored: the text of each file goes out as it lies there.
import type { Caller } from '../../access/caller.ts'
import type { Row } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import type { StoredEntry } from '../../openapi/collect.ts'
import { ReadyJson } from '../../server/operation.ts'

export async function readContent(
  { store }: Files,
  version: Row<'openapi_versions'>,
  url: string,
  caller: Caller,
): Promise<ReadyJson> {
  const entries = await Promise.all(
    (JSON.parse(version.files) as StoredEntry[]).map(async ({ filename, blob }) => ({
      filename,
      json: await readText(store, blob),
    })),
  )
  const rest = JSON.stringify({ url, urls: { source: url, public: null } }).slice(1)
  return new ReadyJson(`{"filesystem":${filesystemFor(caller, entries)},${rest}`)
}

interface Entry {
  filename: string
  json: string
}

/** The files by their names. */
export function filesystemFor(_caller: Caller, entries: Entry[]): string {
  return `{${entries.map(({ filename, json }) => `${JSON.stringify(filename)}:${json}`).join(',')}}`
}

export const readRaw = async ({ store }: Files, { raw_blob }: Row<'openapi_versions'>): Promise<ReadyJson> =>
  new ReadyJson(await readText(store, raw_blob))

async function readText(store: Files['store'], blob: string): Promise<string> {
  const stored = await store.find(blob)
  if (!stored) throw new Error(`The bytes ${blob} of an OpenAPI specification are missing.`)
  return Buffer.concat(await (await stored.read()).toArray()).toString()
}
