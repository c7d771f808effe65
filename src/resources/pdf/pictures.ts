// Copies the pictures of a book into its folder. Other files are listed by name only.
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

/** Decoding takes four bytes of memory per pixel. */
const MAX_PIXELS = 40_000_000
const MAX_PICTURE_BYTES = 30 * 1024 * 1024
/** The limit for all pictures together. */
const MAX_TOTAL_BYTES = 300 * 1024 * 1024

export async function copyFiles(
  store: FileStore,
  folder: string,
  files: readonly File[],
): Promise<Record<string, BookFile>> {
  const laid: Record<string, BookFile> = {}
  let bytes = 0
  for (const file of files) {
    const picture = bytes + file.size <= MAX_TOTAL_BYTES ? await copyPicture(store, folder, file) : undefined
    if (picture) bytes += file.size
    laid[file.id] = { name: file.name, size: file.size, picture }
  }
  return laid
}

async function copyPicture(store: FileStore, folder: string, file: File): Promise<Picture | undefined> {
  const extension = EXTENSIONS[file.contentType]
  if (!extension || !file.blob || file.size > MAX_PICTURE_BYTES) return undefined
  const size = file.dimensions ?? (extension === 'svg' ? { width: 640, height: 480 } : undefined)
  if (!size || (extension !== 'svg' && size.width * size.height > MAX_PIXELS)) return undefined
  const stored = await store.find(file.blob)
  if (!stored) return undefined
  const path = `${file.blob}.${extension}`
  await pipeline(await stored.read(), createWriteStream(join(folder, path)))
  return { path, ...size }
}
