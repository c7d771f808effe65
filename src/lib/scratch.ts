// Temporary folders. The code that creates a folder removes it; folders that a killed server left behind are removed at
// the next start.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from './time.ts'

const PREFIX = 'lectern-scratch-'

export interface ScratchFolder {
  folder: string
  remove(): Promise<void>
}

export async function createScratchFolder(): Promise<ScratchFolder> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Removes folders older than a day, which no task can still be using. Folders of other users cannot be removed. */
export async function removeOldScratchFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > DAY) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
