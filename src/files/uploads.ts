// Records of uploaded files, stored by upload key. Content that uses an upload names its file from then on.
import type { File } from '../engine/tree/records.ts'
import { newId, timeOf } from '../lib/ids.ts'
import { DAY } from '../lib/time.ts'
import type { FileStore } from './store.ts'

/** As long as imports are listed, which name their uploads. */
export const UPLOADS_KEPT = 90 * DAY

/** An uploaded file, with its organization and purpose. */
export interface Uploaded extends Omit<File, 'id'> {
  organization: string
  kind: string
}

/** Records an upload and returns the record of its key: the first one, if the key was used before. */
export async function recordUpload(store: FileStore, key: string, uploaded: Uploaded): Promise<Uploaded> {
  const isFirst = await store.putText(pathOf(key), JSON.stringify(uploaded))
  return isFirst ? uploaded : (JSON.parse((await store.findText(pathOf(key)))!) as Uploaded)
}

/** Finds the upload with this key; keys of other organizations are not found. */
export async function findUpload(
  store: FileStore,
  { organization, key }: { organization: string; key: string },
): Promise<Uploaded | undefined> {
  const text = isKey(key) ? await store.findText(pathOf(key)) : undefined
  const uploaded = text === undefined ? undefined : (JSON.parse(text) as Uploaded)
  return uploaded?.organization === organization ? uploaded : undefined
}

/** Creates a file of content from an upload. */
export function toNewFile({ organization: _organization, kind: _kind, ...file }: Uploaded): File {
  return { id: newId(), ...file }
}

const isKey = (key: string) => /^[0-9A-Za-z]{20}$/.test(key)

const pathOf = (key: string) => `uploads/${key.slice(-2)}/${key}`

/** True for the path of a record that is not kept any longer. */
export function isPastUpload(path: string): boolean {
  const key = path.slice(path.lastIndexOf('/') + 1)
  return isKey(key) && pathOf(key) === path && timeOf(key) < Date.now() - UPLOADS_KEPT
}
