// The files that a book shows or names: pictures are laid beside it, of all others it has the name.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { File } from '../../engine/tree/records.ts'
import type { FileStore } from '../../files/store.ts'
import type { BookFile, Picture } from '../../render/typst/index.ts'

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
}

/** Larger ones take memory out of proportion: four bytes for each of these. */
const MOST_PIXELS = 40_000_000
const MOST_BYTES = 30 * 1024 * 1024
/** Of all pictures together. */
const MOST_IN_ALL = 300 * 1024 * 1024

export async function layFiles(
  store: FileStore,
  folder: string,
  files: readonly File[],
): Promise<Record<string, BookFile>> {
  const laid: Record<string, BookFile> = {}
  let bytes = 0
  for (const file of files) {
    const picture = bytes + file.size <= MOST_IN_ALL ? await layPicture(store, folder, file) : undefined
    if (picture) bytes += file.size
    laid[file.id] = { name: file.name, size: file.size, picture }
  }
  return laid
}

async function layPicture(store: FileStore, folder: string, file: File): Promise<Picture | undefined> {
  const extension = EXTENSIONS[file.contentType]
  if (!extension || !file.blob || file.size > MOST_BYTES) return undefined
  const size = file.dimensions ?? (extension === 'svg' ? { width: 640, height: 480 } : undefined)
  if (!size || (extension !== 'svg' && size.width * size.height > MOST_PIXELS)) return undefined
  const stored = await store.find(file.blob)
  if (!stored) return undefined
  const path = `${file.blob}.${extension}`
  await pipeline(await stored.read(), createWriteStream(join(folder, path)))
  return { path, ...size }
}
