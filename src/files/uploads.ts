// Bytes that came before whatever will use them: kept under the key that their sender was given, with what they are.
import type { File } from '../engine/tree/records.ts'
import { newId } from '../lib/ids.ts'
import type { FileStore } from './store.ts'

/** What was uploaded, for which organization and what use. */
export interface Uploaded extends Omit<File, 'id'> {
  organization: string
  kind: string
}

/** Keeps what was uploaded under its key, once: what comes later under the same key is not taken. */
export async function keepUpload(store: FileStore, key: string, uploaded: Uploaded): Promise<Uploaded> {
  const isFirst = await store.note(pathOf(key), JSON.stringify(uploaded))
  return isFirst ? uploaded : (JSON.parse((await store.findNote(pathOf(key)))!) as Uploaded)
}

/** What an organization has uploaded under that key; another's keys are not there. */
export async function findUpload(
  store: FileStore,
  { organization, key }: { organization: string; key: string },
): Promise<Uploaded | undefined> {
  const text = isKey(key) ? await store.findNote(pathOf(key)) : undefined
  const uploaded = text === undefined ? undefined : (JSON.parse(text) as Uploaded)
  return uploaded?.organization === organization ? uploaded : undefined
}

/** A new file of content with the bytes that were uploaded. */
export function toNewFile({ organization: _organization, kind: _kind, ...file }: Uploaded): File {
  return { id: newId(), ...file }
}

const isKey = (key: string) => /^[0-9A-Za-z]{20}$/.test(key)

const pathOf = (key: string) => `uploads/${key.slice(-2)}/${key}`
