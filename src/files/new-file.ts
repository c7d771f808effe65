// Stores bytes as a file of content, with its detected type and dimensions.
import type { File } from '../engine/tree/records.ts'
import { sha256 } from '../lib/hash.ts'
import { newId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import { detectType, extensionOf } from './content-type.ts'
import { measureImage } from './dimensions.ts'
import type { Bytes } from './incoming.ts'
import type { FileStore } from './store.ts'

export interface NewFile {
  bytes: Bytes
  /** If absent, the name is derived from the type. */
  name?: string | undefined
  /** The maximum size in bytes. */
  limit?: number | undefined
}

/** Stores bytes and returns the file record for the content tree. Equal bytes are stored once. */
export const storeFile = async (store: FileStore, file: NewFile): Promise<File> => ({
  id: newId(),
  ...(await storeBytes(store, file)),
})

export async function storeBytes(store: FileStore, { bytes, name, limit }: NewFile): Promise<Omit<File, 'id'>> {
  const { blob, size, head } = await store.put(bytes, { limit })
  const given = toFileName(name ?? '')
  const contentType = await detectType(head, given)
  const dimensions = await measureImage(head, contentType)
  return { name: given || (await nameFor(contentType)), contentType, size, blob, ...(dimensions && { dimensions }) }
}

/** Decodes Base64, optionally in a `data:` URL; undefined if it is invalid. */
export function fromBase64(text: string): Buffer | undefined {
  const encoded = text.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s+/g, '')
  const bare = encoded.replace(/={1,2}$/, '')
  if (bare === '' && encoded !== '') return undefined
  // Looks for what must not be there: matching the whole of a long text would run out of stack.
  return /[^A-Za-z0-9+/_-]/.test(bare) || bare.length % 4 === 1 ? undefined : Buffer.from(bare, 'base64')
}

const MAX_NAME_LENGTH = 200
const HASH_LENGTH = 8

/** The last segment of a path, without control characters; '' if nothing is left. */
export function toFileName(path: string): string {
  const clean = path.toWellFormed().replaceAll(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '')
  const name = clean.slice(Math.max(clean.lastIndexOf('/'), clean.lastIndexOf('\\')) + 1).trim()
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  if (/^\.*$/.test(name)) return ''
  if (name.length <= MAX_NAME_LENGTH) return name
  // Long names often differ only at their end, so a truncated name gets a hash.
  const mark = `-${sha256(name).slice(0, HASH_LENGTH).toLowerCase()}${extension}`
  return clip(name.slice(0, name.length - extension.length), MAX_NAME_LENGTH - mark.length) + mark
}

async function nameFor(type: string): Promise<string> {
  const extension = await extensionOf(type)
  return extension ? `file.${extension}` : 'file'
}
