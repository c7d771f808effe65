// Bytes become a file of content: stored, and described by what they are.
import type { File } from '../engine/tree/records.ts'
import { newId } from '../lib/ids.ts'
import { clip } from '../lib/text.ts'
import { detectType, extensionOf } from './content-type.ts'
import { measure } from './dimensions.ts'
import type { Bytes } from './incoming.ts'
import type { FileStore } from './store.ts'

export interface NewFile {
  bytes: Bytes
  /** Absent: made from the type. */
  name?: string | undefined
  /** More bytes than these are refused. */
  limit?: number | undefined
}

/** Stores bytes and returns the record that stands for them in a tree. The same bytes again cost no further space. */
export const storeFile = async (store: FileStore, file: NewFile): Promise<File> => ({
  id: newId(),
  ...(await storeBytes(store, file)),
})

export async function storeBytes(store: FileStore, { bytes, name, limit }: NewFile): Promise<Omit<File, 'id'>> {
  const { blob, size, head } = await store.put(bytes, { limit })
  const given = toFileName(name ?? '')
  const contentType = await detectType(head, given)
  const dimensions = await measure(head, contentType)
  return { name: given || (await nameFor(contentType)), contentType, size, blob, ...(dimensions && { dimensions }) }
}

/** Bytes given as Base64, also as a `data:` URL; undefined when they are not. */
export function fromBase64(text: string): Buffer | undefined {
  const encoded = text.replace(/^data:[^,]{0,200};base64,/, '').replaceAll(/\s+/g, '')
  return /^([A-Za-z0-9+/_-]+={0,2})?$/.test(encoded) && encoded.replaceAll('=', '').length % 4 !== 1
    ? Buffer.from(encoded, 'base64')
    : undefined
}

const LONGEST_NAME = 200

/** The last part of a path, without what no file name should have; '' when nothing is left. */
export function toFileName(path: string): string {
  const clean = path.toWellFormed().replaceAll(/[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '')
  const name = clean.slice(Math.max(clean.lastIndexOf('/'), clean.lastIndexOf('\\')) + 1).trim()
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  return /^\.*$/.test(name) ? '' : clip(stem, LONGEST_NAME - extension.length) + extension
}

async function nameFor(type: string): Promise<string> {
  const extension = await extensionOf(type)
  return extension ? `file.${extension}` : 'file'
}
