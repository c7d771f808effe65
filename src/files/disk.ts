// A storage backend in a folder. A file appears under its name only when it is complete and synced.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { StorageBackend, StoredFile } from './backend.ts'

export function diskBackend(folder: string): StorageBackend {
  return {
    async add(path, file) {
      const target = join(folder, path)
      const created = await mkdir(dirname(target), { recursive: true })
      await rename(file, target)
      await syncFolders(dirname(target), created ? dirname(created) : dirname(target))
    },
    find: (path) => findFile(join(folder, path)),
    async *list(below = '') {
      const listed = join(folder, below)
      const entries = await readdir(listed, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
      for (const entry of entries ?? [])
        if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    },
    remove: (path) => rm(join(folder, path), { force: true }),
  }
}

async function findFile(file: string): Promise<StoredFile | undefined> {
  const found = await stat(file).catch(ignoreMissing)
  if (!found?.isFile()) return undefined
  return { size: found.size, read: async (range) => createReadStream(file, range) }
}

/** Syncs the folder of a new file and all newly created parents, so that the file survives a power failure. */
async function syncFolders(lowest: string, highest: string): Promise<void> {
  for (let folder = lowest; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
    if (folder === highest || folder === dirname(folder)) return
  }
}

export function ignoreMissing(error: unknown): undefined {
  const { code } = error as { code?: unknown }
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}
