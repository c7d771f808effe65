// Folders for work that needs files for a while. Whoever makes one takes it away; a server that is killed cannot, so
// that those which nobody can still be working in are taken away when the next one starts.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from './time.ts'

const PREFIX = 'lectern-scratch-'

export interface Scratch {
  folder: string
  remove(): Promise<void>
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Nothing takes a day. What cannot be taken away is somebody else's. */
export async function clearOldScratch(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > DAY) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
