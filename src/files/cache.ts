// A cache of files that were made, by the key of their input. They can be made again, so each server has its own bounded
// cache, which backups leave out.
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFile } from './backend.ts'
import { diskBackend, ignoreMissing } from './disk.ts'

export interface FileCache {
  find(key: string): Promise<StoredFile | undefined>
  /** Moves a finished file on the same disk into the cache. */
  add(key: string, file: string): Promise<StoredFile>
}

export function openCache(folder: string, limit: number, extension: string): FileCache {
  const nameOf = (key: string) => `${key}.${extension}`
  const backend = diskBackend(folder)
  return {
    async find(key) {
      const found = await backend.find(nameOf(key))
      // The least recently read file is evicted first.
      if (found) await utimes(join(folder, nameOf(key)), new Date(), new Date()).catch(ignoreMissing)
      return found
    },
    async add(key, file) {
      const { size } = await stat(file)
      await backend.add(nameOf(key), file, size)
      await makeRoom(folder, limit, nameOf(key), `.${extension}`)
      return (await backend.find(nameOf(key)))!
    },
  }
}

/** Evicts the least recently read files, but never the newest. */
async function makeRoom(folder: string, limit: number, newest: string, extension: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension))
  const files = await Promise.all(
    names.map(async (name) => ({ name, ...(await stat(join(folder, name)).catch(ignoreMissing)) })),
  )
  const kept = files.sort(
    (a, b) => Number(b.name === newest) - Number(a.name === newest) || (b.mtimeMs ?? 0) - (a.mtimeMs ?? 0),
  )
  let total = 0
  for (const { name, size = 0 } of kept) {
    total += size
    if (total > limit && name !== newest) await rm(join(folder, name), { force: true })
  }
}
